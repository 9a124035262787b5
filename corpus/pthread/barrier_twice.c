//@ verdict: TRUE
//@ says: scope: all executions
// The barrier is used in rounds.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t meeting;
static int shared;

static void *worker(void *unused) {
  pthread_barrier_wait(&meeting);
  shared = 1;
  pthread_barrier_wait(&meeting);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&meeting, 0, 2);
  pthread_create(&thread, 0, worker, 0);
  assert(shared == 0);
  pthread_barrier_wait(&meeting);
  pthread_barrier_wait(&meeting);
  assert(shared == 1);
  pthread_join(thread, 0);
  return 0;
}
