// Booleans are 0 or 1: three of them have 8 combinations.
//@ verdict: TRUE
//@ executions: naive 8
#include <assert.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

int main(void) {
  bool a = __VERIFIER_nondet_bool();
  bool b = __VERIFIER_nondet_bool();
  bool c = __VERIFIER_nondet_bool();
  assert(a + b + c <= 3);
  assert((a && b) == !(!a || !b));
  assert((a ^ b ^ c) == ((a + b + c) & 1));
  return 0;
}
