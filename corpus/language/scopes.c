// Shadowing: blocks, loops, parameters, tags and labels have their own names.
//@ verdict: TRUE
#include <assert.h>

int x = 1;
struct x {
  int x;
};

static int f(int x) {
  {
    int x = 10;
    x++;
  }
  return x + sizeof(struct x);
}

int main(void) {
  assert(x == 1);
  int y = x, x = 2;
  assert(y == 1 && x == 2);
  {
    extern int x;
    assert(x == 1);
    x = 5;
  }
  for (int x = 0; x < 1; x++) {
    int x = 7;
    assert(x == 7);
  }
  struct x s = {.x = x};
  goto x;
x:
  assert(s.x == 2 && f(3) == 7);
  {
    enum { x = 30 };
    assert(x == 30);
  }
  typedef char small;
  {
    int small = 3;
    assert(sizeof small == 4);
  }
  assert(sizeof(small) == 1);
  return 0;
}
