//@ verdict: TRUE
// Whoever is told to be the last may take the barrier away: the others have left it, whether they know it or not.
#include <pthread.h>
#include <stdlib.h>
static pthread_barrier_t *barrier;
static void *worker(void *unused) {
  if (pthread_barrier_wait(barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
    pthread_barrier_destroy(barrier);
    free(barrier);
  }
  return unused;
}
int main(void) {
  pthread_t thread;
  barrier = malloc(sizeof *barrier);
  if (!barrier) return 0;
  pthread_barrier_init(barrier, 0, 2);
  pthread_create(&thread, 0, worker, 0);
  worker(0);
  pthread_join(thread, 0);
  return 0;
}
