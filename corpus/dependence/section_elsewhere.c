// Atomic sections that have nothing in common: one class.
//@ verdict: TRUE
//@ executions: source 1, optimal 1, observers 1
#include "two.h"

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
atomic_int x, y, z;

void *one(void *unused) {
  __VERIFIER_atomic_begin();
  atomic_store(&x, 1);
  atomic_store(&y, 1);
  __VERIFIER_atomic_end();
  return 0;
}

void *two(void *unused) {
  __VERIFIER_atomic_begin();
  atomic_store(&z, 1);
  __VERIFIER_atomic_end();
  return 0;
}
