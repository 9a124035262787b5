// A compare-exchange that succeeds changes what the load looks at: two classes.
//@ verdict: TRUE
//@ executions: source 2, optimal 2, observers 2
#include "two.h"

atomic_int x;

void *one(void *unused) {
  int expected = 0;
  atomic_compare_exchange_strong(&x, &expected, 1);
  return 0;
}

void *two(void *unused) {
  int value = atomic_load(&x);
  (void)value;
  return 0;
}
