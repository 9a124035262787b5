// The second compare-exchange succeeds behind the first, and before it fails: a change and a look, two classes.
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
  int expected = 1;
  atomic_compare_exchange_strong(&x, &expected, 2);
  return 0;
}
