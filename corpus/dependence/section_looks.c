// Two atomic sections that only load: one class.
//@ verdict: TRUE
//@ executions: source 1, optimal 1, observers 1
#include "two.h"

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
atomic_int x, y;

void *one(void *unused) {
  __VERIFIER_atomic_begin();
  int sum = atomic_load(&x) + atomic_load(&y);
  __VERIFIER_atomic_end();
  (void)sum;
  return 0;
}

void *two(void *unused) {
  __VERIFIER_atomic_begin();
  int sum = atomic_load(&x) + atomic_load(&y);
  __VERIFIER_atomic_end();
  (void)sum;
  return 0;
}
