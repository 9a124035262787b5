//@ verdict: TRUE
//@ says: scope: all executions
// A test-and-set lock around a plain counter.
#include "wait.h"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int counter;

static void *worker(void *unused) {
  WAIT_UNTIL(atomic_exchange(&lock, 1) == 0);
  counter++;
  atomic_store(&lock, 0);
  return unused;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  assert(counter == N);
  return 0;
}
