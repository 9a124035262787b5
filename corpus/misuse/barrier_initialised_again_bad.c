//@ verdict: FALSE(memory)
//@ says: a barrier is initialised again
// The barrier is made anew for each round.
#include <pthread.h>

static pthread_barrier_t meeting;

static void *worker(void *unused) {
  pthread_barrier_wait(&meeting);
  return unused;
}

int main(void) {
  for (int round = 0; round < 2; round++) {
    pthread_t thread;
    pthread_barrier_init(&meeting, 0, 2);
    pthread_create(&thread, 0, worker, 0);
    pthread_barrier_wait(&meeting);
    pthread_join(thread, 0);
  }
  return 0;
}
