// A section that stores in one of its two branches only is held to touch x in both: two branches, two orders, four
// classes.
//@ verdict: TRUE
//@ executions: source 4, optimal 4, observers 4
#include "two.h"

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern _Bool __VERIFIER_nondet_bool(void);
atomic_int x;

void *one(void *unused) {
  __VERIFIER_atomic_begin();
  if (__VERIFIER_nondet_bool()) atomic_store(&x, 1);
  __VERIFIER_atomic_end();
  return 0;
}

void *two(void *unused) {
  int value = atomic_load(&x);
  (void)value;
  return 0;
}
