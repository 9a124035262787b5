// The sibling of copies_good.c that tests what was copied, three copies later.
//@ verdict: FALSE(memory)
//@ line: 26
//@ says: `one`, declared in line 19
#include <assert.h>

struct record {
  char kind;
  int value;
};

static struct record same(struct record it) { return it; }
static int twice(int it) { return 2 * it; }

static int one_of_them(int first) {
  return first;
}
int main(void) {
  struct record one;
  one.kind = 'k';
  struct record two = one, three;
  three = same(two);
  int result = one_of_them(three.kind);
  assert(result == 'k');
  int value = twice(three.value);
  if (value == 1) return 1;
  return 0;
}
