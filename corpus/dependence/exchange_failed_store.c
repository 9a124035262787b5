// A compare-exchange that fails, whether before or behind the store, looks at what the store changes: two classes.
//@ verdict: TRUE
//@ executions: source 2, optimal 2, observers 2
#include "two.h"

atomic_int x;

void *one(void *unused) {
  int expected = 5;
  atomic_compare_exchange_strong(&x, &expected, 6);
  return 0;
}

void *two(void *unused) {
  atomic_store(&x, 7);
  return 0;
}
