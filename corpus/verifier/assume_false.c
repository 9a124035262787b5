// Behind an assumption that never holds, everything is true.
//@ verdict: TRUE
//@ executions: naive 1
#include <assert.h>

extern void __VERIFIER_assume(int);

int main(void) {
  __VERIFIER_assume(0);
  assert(0);
  return 0;
}
