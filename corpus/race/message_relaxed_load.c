// The same with a load that is too weak.
//@ verdict: FALSE(race)
//@ says: data race on `data`
//@ line: 19
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
  if (atomic_load_explicit(&ready, memory_order_relaxed)) {
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
