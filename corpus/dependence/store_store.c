// Two stores to the same bytes: two classes. Nobody reads either of them, so that observers need one.
//@ verdict: TRUE
//@ executions: source 2, optimal 2, observers 1
#include "two.h"

atomic_int x;

void *one(void *unused) {
  atomic_store(&x, 1);
  return 0;
}

void *two(void *unused) {
  atomic_store(&x, 2);
  return 0;
}
