// Choices inside of an atomic section: four executions for two coins.
//@ verdict: TRUE
//@ executions: naive 4
#include <assert.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern _Bool __VERIFIER_nondet_bool(void);
int x, y;

int main(void) {
  __VERIFIER_atomic_begin();
  x = __VERIFIER_nondet_bool();
  y = __VERIFIER_nondet_bool();
  __VERIFIER_atomic_end();
  assert(x + y <= 2);
  return 0;
}
