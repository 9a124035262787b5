//@ verdict: TRUE
// The semaphore is tested and lowered by one compare-exchange.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int permits = 1, inside;

static void down(void) {
  int seen;
  do seen = atomic_load(&permits);
  while (seen == 0 || !atomic_compare_exchange_strong(&permits, &seen, seen - 1));
}

static void up(void) { atomic_fetch_add(&permits, 1); }

static void *worker(void *arg) {
  down();
  int others = atomic_fetch_add(&inside, 1);
  assert(others == 0);
  atomic_fetch_sub(&inside, 1);
  up();
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, worker, NULL);
  pthread_create(&threads[1], NULL, worker, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
