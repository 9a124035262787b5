// Telbisz (thesis, 2024), figure 4.1 without its assertion. x = 1 is before the load of x, between it and x = 0, or
// behind both; the other's store to y is before y = 1, between it and the load of y, or behind both. If x = 1 is
// behind x = 0, then so is y = 1 behind the other's store: 3 * 2 + 1 = 7. Observers: the stores to x are not read if
// x = 1 is not, so it is before or behind the load, whatever the order in y: 2 * 3 = 6.
//@ verdict: TRUE
//@ executions: source 7, optimal 7, observers 6
#include "two.h"
#include <stdatomic.h>

atomic_int x, y;

void *one(void *unused) {
  atomic_store(&x, 1);
  atomic_store(&y, 1);
  int value = atomic_load(&y);
  return (void *)(long)value;
}

void *two(void *unused) {
  atomic_store(&y, atomic_load(&x));
  atomic_store(&x, 0);
  return 0;
}
