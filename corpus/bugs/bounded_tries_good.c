//@ verdict: TRUE
// After three tries the reader gives up, and uses the data only if it is there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static atomic_bool ready;
static atomic_int data;

static void *producer(void *arg) {
  atomic_store(&data, 9);
  atomic_store(&ready, true);
  return arg;
}

static void *consumer(void *arg) {
  bool there = false;
  for (int tries = 0; tries < 3 && !there; tries++) there = atomic_load(&ready);
  if (!there) return arg;
  assert(atomic_load(&data) == 9);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, producer, NULL);
  pthread_create(&threads[1], NULL, consumer, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
