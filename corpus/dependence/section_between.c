// Only the stores are one event. The loads are before, around or behind it: three classes.
//@ verdict: TRUE
//@ executions: source 3, optimal 3, observers 3
#include "two.h"

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
atomic_int x, y;

void *one(void *unused) {
  __VERIFIER_atomic_begin();
  atomic_store(&x, 1);
  atomic_store(&y, 1);
  __VERIFIER_atomic_end();
  return 0;
}

void *two(void *unused) {
  int sum = atomic_load(&x);
  sum += atomic_load(&y);
  return 0;
}
