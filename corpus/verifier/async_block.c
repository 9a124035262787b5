// What follows such a label runs in a thread of its own.
//@ verdict: FALSE(reach) without race
//@ line: 8
#include <assert.h>
int x;
int main(void) {
  __CPROVER_ASYNC_1: { x = 1; x = 2; }
  assert(x != 1);
  return 0;
}
