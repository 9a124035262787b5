// Two loads: both only look, one class.
//@ verdict: TRUE
//@ executions: source 1, optimal 1, observers 1
#include "two.h"

atomic_int x;

void *one(void *unused) {
  int value = atomic_load(&x);
  (void)value;
  return 0;
}

void *two(void *unused) {
  int value = atomic_load(&x);
  (void)value;
  return 0;
}
