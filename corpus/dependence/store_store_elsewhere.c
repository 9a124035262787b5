// Two stores to different variables: one class.
//@ verdict: TRUE
//@ executions: source 1, optimal 1, observers 1
#include "two.h"

atomic_int x, y;

void *one(void *unused) {
  atomic_store(&x, 1);
  return 0;
}

void *two(void *unused) {
  atomic_store(&y, 1);
  return 0;
}
