// Two threads, N rounds of a += b and b += a, with each load and store a step of its own. Nobody looks at the end.
// For N = 1: the load of the other's variable is before or behind the other's store, and not both can be behind: 3.
// For N = 2 brute force gives 19. Each variable is stored to by one thread, so there is nothing to save for
// observers.
#include "two.h"
#include <stdatomic.h>

atomic_int a = 1, b = 1;

void *one(void *unused) {
  for (int round = 0; round < N; round++) {
    int sum = atomic_load(&a);
    sum += atomic_load(&b);
    atomic_store(&a, sum);
  }
  return 0;
}

void *two(void *unused) {
  for (int round = 0; round < N; round++) {
    int sum = atomic_load(&b);
    sum += atomic_load(&a);
    atomic_store(&b, sum);
  }
  return 0;
}
