//@ verdict: TRUE
// What a thread has read from the clock is not later than what main reads after it.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static struct timespec before;

static void *worker(void *unused) {
  clock_gettime(CLOCK_MONOTONIC, &before);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct timespec after;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  clock_gettime(CLOCK_MONOTONIC, &after);
  assert(after.tv_sec >= before.tv_sec);
  return 0;
}
