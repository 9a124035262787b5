// Store, fence, load, twice: two pairs in two orders each, except that not both loads can be before the stores: three
// classes, as without the fences.
//@ verdict: TRUE
//@ executions: source 3, optimal 3, observers 3
#include "two.h"

atomic_int x, y;

void *one(void *unused) {
  atomic_store(&x, 1);
  atomic_thread_fence(memory_order_seq_cst);
  int value = atomic_load(&y);
  (void)value;
  return 0;
}

void *two(void *unused) {
  atomic_store(&y, 1);
  atomic_thread_fence(memory_order_seq_cst);
  int value = atomic_load(&x);
  (void)value;
  return 0;
}
