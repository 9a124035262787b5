// exchange_failed_relaxed.c with an order that is strong enough.
//@ verdict: TRUE
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

void *one(void *unused) {
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return 0;
}

void *two(void *unused) {
  int seen = 5;
  atomic_compare_exchange_strong_explicit(&ready, &seen, 6, memory_order_acq_rel, memory_order_acquire);
  return seen ? (void *)(long)data : 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, two, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
