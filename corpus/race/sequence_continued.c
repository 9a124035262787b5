// Whoever reads 3 reads from a relaxed read-modify-write, which continues the release sequence.
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

void *between(void *unused) {
  atomic_fetch_or_explicit(&ready, 2, memory_order_relaxed);
  return 0;
}

void *two(void *unused) {
  if (atomic_load_explicit(&ready, memory_order_acquire) == 3) {
    return (void *)(long)data;
  }
  return 0;
}

int main(void) {
  pthread_t first, second, third;
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, between, 0);
  pthread_create(&third, 0, two, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  pthread_join(third, 0);
  return 0;
}
