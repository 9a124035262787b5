// A store of another thread ends the release sequence, even if it has seen the flag.
//@ verdict: FALSE(race)
//@ says: data race on `data`
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
  if (atomic_load_explicit(&ready, memory_order_relaxed)) atomic_store_explicit(&ready, 3, memory_order_release);
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
