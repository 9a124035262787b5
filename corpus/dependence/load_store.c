// A load and a store of the same bytes: two classes, and whoever loads sees which.
//@ verdict: TRUE
//@ executions: source 2, optimal 2, observers 2
#include "two.h"

atomic_int x;

void *one(void *unused) {
  int value = atomic_load(&x);
  (void)value;
  return 0;
}

void *two(void *unused) {
  atomic_store(&x, 1);
  return 0;
}
