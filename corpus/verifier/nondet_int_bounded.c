// An int that an assumption bounds to -2 … 2: five values, five executions.
//@ verdict: TRUE
//@ executions: naive 5
//@ says: all inputs
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x >= -2 && x <= 2);
  assert(x * x <= 4);
  return 0;
}
