//@ verdict: FALSE(memory)
//@ says: a barrier
// A thread may still wait, or come to it later.
#include <pthread.h>

static pthread_barrier_t meeting;

static void *worker(void *unused) {
  pthread_barrier_wait(&meeting);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&meeting, 0, 2);
  pthread_create(&thread, 0, worker, 0);
  pthread_barrier_destroy(&meeting);
  return 0;
}
