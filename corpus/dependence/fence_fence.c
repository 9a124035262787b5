// Fences are local under sequential consistency: one class.
//@ verdict: TRUE
//@ executions: source 1, optimal 1, observers 1
#include "two.h"

atomic_int x;

void *one(void *unused) {
  atomic_thread_fence(memory_order_seq_cst);
  return 0;
}

void *two(void *unused) {
  atomic_thread_fence(memory_order_seq_cst);
  return 0;
}
