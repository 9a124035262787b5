// Chatterjee, Pavlogiannis, Toman (OOPSLA 2019), figure 3a: N stores and N loads of one variable. No two
// interleavings are equivalent: C(2N, N). One thread has all stores, so there is nothing to save for observers.
#include "two.h"
#include <stdatomic.h>

atomic_int x;

void *one(void *unused) {
  for (int round = 0; round < N; round++) atomic_store(&x, 0);
  return 0;
}

void *two(void *unused) {
  int sum = 0;
  for (int round = 0; round < N; round++) sum += atomic_load(&x);
  return (void *)(long)sum;
}
