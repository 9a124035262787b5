// Two compare-exchanges that fail: both only look, one class.
//@ verdict: TRUE
//@ executions: source 1, optimal 1, observers 1
#include "two.h"

atomic_int x;

void *one(void *unused) {
  int expected = 5;
  atomic_compare_exchange_strong(&x, &expected, 6);
  return 0;
}

void *two(void *unused) {
  int expected = 5;
  atomic_compare_exchange_strong(&x, &expected, 6);
  return 0;
}
