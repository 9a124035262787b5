//@ verdict: TRUE
//@ says: scope: all executions
// Peterson's lock for two, with a loop over two variables.
#include "wait.h"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int counter;

static void *worker(void *argument) {
  int me = *(int *)argument, other = 1 - me;
  for (int round = 1; round < N; round++) {
    atomic_store(&wants[me], 1);
    atomic_store(&turn, other);
    WAIT_UNTIL(!(atomic_load(&wants[other]) && atomic_load(&turn) == other));
    counter++;
    atomic_store(&wants[me], 0);
  }
  return 0;
}

int main(void) {
  static int names[2] = {0, 1};
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, &names[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  assert(counter == 2 * (N - 1));
  return 0;
}
