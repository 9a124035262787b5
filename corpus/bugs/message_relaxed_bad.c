//@ verdict: FALSE(race)
//@ line: 16
//@ line: 23
// The flag is raised and awaited with relaxed order, so the data it announces is not handed over.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define RAISE memory_order_relaxed
#define AWAIT memory_order_relaxed
static int data;
static atomic_int ready;

static void *sender(void *arg) {
  data = 8;
  atomic_store_explicit(&ready, 1, RAISE);
  return arg;
}

static void *receiver(void *arg) {
  while (!atomic_load_explicit(&ready, AWAIT)) ;
  assert(data == 8);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, sender, NULL);
  pthread_create(&threads[1], NULL, receiver, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
