// The flag says that the data are there, but a relaxed store does not take them along.
//@ verdict: FALSE(race)
//@ says: non-atomic write of 4 bytes of `data`
//@ says: non-atomic read of 4 bytes of `data`
//@ line: 20
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

void *one(void *unused) {
  data = 42;
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return 0;
}

void *two(void *unused) {
  if (atomic_load_explicit(&ready, memory_order_acquire)) {
    return (void *)(long)data;
  }
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, one, 0);
  pthread_create(&second, 0, two, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
