// A choice does not depend on a store: two executions, not four.
//@ verdict: TRUE
//@ executions: source 2, optimal 2, observers 2
#include "two.h"

extern _Bool __VERIFIER_nondet_bool(void);
atomic_int x;

void *one(void *unused) {
  _Bool value = __VERIFIER_nondet_bool();
  (void)value;
  return 0;
}

void *two(void *unused) {
  atomic_store(&x, 1);
  return 0;
}
