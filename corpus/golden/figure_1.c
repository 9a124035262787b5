// Chatterjee, Pavlogiannis, Toman (OOPSLA 2019), figure 1. The only store of one thread is before, between or behind
// the stores of the other, or behind its load: 4 classes. Nobody reads the store of 2; if the load reads the store
// behind it, nobody reads that of the other thread either, and for observers these two have no order: 3.
//@ verdict: TRUE
//@ executions: source 4, optimal 4, observers 3
#include "two.h"
#include <stdatomic.h>

atomic_int x;

void *one(void *unused) {
  atomic_store(&x, 1);
  return 0;
}

void *two(void *unused) {
  atomic_store(&x, 2);
  atomic_store(&x, 1);
  int value = atomic_load(&x);
  return (void *)(long)value;
}
