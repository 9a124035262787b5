//@ verdict: FALSE(memory)
//@ line: 27
//@ says: double free
// A worker that is cancelled cleans up after itself, and main cleans up once more.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int cancelled;
static int *results;

static void *worker(void *arg) {
  if (atomic_load(&cancelled)) {
    free(results);
    return arg;
  }
  results[0] = 1;
  return arg;
}

int main(void) {
  pthread_t thread;
  results = malloc(2 * sizeof *results);
  pthread_create(&thread, NULL, worker, NULL);
  atomic_store(&cancelled, 1);
  pthread_join(thread, NULL);
  free(results);
  return 0;
}
