// One branch stores what the other thread loads, before or behind the store; the other branch does nothing: 2 + 1 =
// 3.
//@ verdict: TRUE
//@ executions: source 3, optimal 3, observers 3
#include "two.h"

extern _Bool __VERIFIER_nondet_bool(void);
atomic_int x;

void *one(void *unused) {
  if (__VERIFIER_nondet_bool()) atomic_store(&x, 1);
  return 0;
}

void *two(void *unused) {
  int value = atomic_load(&x);
  (void)value;
  return 0;
}
