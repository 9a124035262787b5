// Chatterjee, Pavlogiannis, Toman (OOPSLA 2019), figure 3b: N variables, each stored to twice by one thread and
// loaded once by the other, in the same order. Each load is before, between or behind its stores, whatever the others
// do: 3^N.
#include "two.h"
#include <stdatomic.h>

atomic_int x[N];

void *one(void *unused) {
  for (int i = 0; i < N; i++) {
    atomic_store(&x[i], 0);
    atomic_store(&x[i], 0);
  }
  return 0;
}

void *two(void *unused) {
  int sum = 0;
  for (int i = 0; i < N; i++) sum += atomic_load(&x[i]);
  return (void *)(long)sum;
}
