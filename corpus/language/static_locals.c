// Static locals keep their value, are initialised once, and are separate per function even with the same name.
//@ verdict: TRUE
#include <assert.h>

static int count(void) {
  static int n = 5;
  return n++;
}
static int *other(void) {
  static int n;
  return &n;
}
static int depth(int levels) {
  static int deepest;
  int mine = levels;
  if (levels > deepest) deepest = levels;
  if (levels < 3) depth(levels + 1);
  assert(mine == levels);
  return deepest;
}

int main(void) {
  assert(count() == 5);
  assert(count() == 6);
  ++*other();
  *other() += 2;
  assert(*other() == 3 && count() == 7);
  assert(depth(0) == 3);
  {
    static int n = 1;
    assert(n == 1);
  }
  return 0;
}
