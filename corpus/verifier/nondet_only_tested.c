// A wide value of which only zero or not matters is a coin: 2 executions.
//@ verdict: TRUE
//@ executions: naive 2
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int taken = 0;
  if (__VERIFIER_nondet_int()) taken = 1;
  assert(taken == 0 || taken == 1);
  return 0;
}
