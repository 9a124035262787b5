//@ verdict: TRUE
//@ says: scope: all executions
// A ticket lock around a plain counter.
#include "wait.h"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int next, serving;
static int counter;

static void *worker(void *unused) {
  int mine = atomic_fetch_add(&next, 1);
  WAIT_UNTIL(atomic_load_explicit(&serving, memory_order_acquire) == mine);
  counter++;
  atomic_store_explicit(&serving, mine + 1, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], 0, worker, 0);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  assert(counter == N);
  return 0;
}
