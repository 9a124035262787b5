// Two updates, which commute as far as memory goes; but each gives the old value to its thread: two classes, for
// observers too.
//@ verdict: TRUE
//@ executions: source 2, optimal 2, observers 2
#include "two.h"

atomic_int x;

void *one(void *unused) {
  atomic_fetch_add(&x, 1);
  return 0;
}

void *two(void *unused) {
  atomic_fetch_add(&x, 1);
  return 0;
}
