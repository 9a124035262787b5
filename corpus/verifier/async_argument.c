// The argument is worked out in the new thread, which may be late.
//@ verdict: FALSE(reach) without race
//@ line: 11
#include <assert.h>
int a, b, *g = &a;
void f(void *p) { *(int *)p = 1; }
int main(void) {
  __CPROVER_ASYNC_1: f(g);
  g = &b;
  int x = b;
  assert(x == 0);
  return 0;
}
