// Whether the same object is meant is not asked where it makes no difference to what is let pass.
//@ verdict: TRUE
//@ options: --allow unsequenced
//@ says: `unsequenced` is let pass at
#include <assert.h>

static int swap(int *p, int *q) {
  *p = (*q)++ + 1;
  return *p;
}

int main(void) {
  int i = 1, j = 5;
  assert(swap(&i, &j) == 6 && j == 6);
  assert(swap(&i, &i) == 7);
  return 0;
}
