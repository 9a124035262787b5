// What goes into a barrier is worked out.
//@ verdict: TRUE
#include <assert.h>
int count;
int main(void) {
  __asm__ volatile("" : : "r"(count++) : "memory");
  assert(count == 1);
  return 0;
}
