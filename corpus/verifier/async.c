// A label that starts a thread.
//@ verdict: FALSE(reach) without race
//@ line: 12
#include <assert.h>
int x;
void set(void) {
  x = 1;
}

int main(void) {
  __CPROVER_ASYNC_1: set();
  assert(x == 0);
  return 0;
}
