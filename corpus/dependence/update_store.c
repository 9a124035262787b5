// An update reads the store or is overwritten by it: two classes, for observers too, since an update is a reader.
//@ verdict: TRUE
//@ executions: source 2, optimal 2, observers 2
#include "two.h"

atomic_int x;

void *one(void *unused) {
  atomic_fetch_add(&x, 1);
  return 0;
}

void *two(void *unused) {
  atomic_store(&x, 5);
  return 0;
}
