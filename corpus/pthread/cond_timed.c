//@ verdict: TRUE
//@ says: scope: all executions
// A timed wait ends by itself: no deadlock, whether or not the signal comes.
#include <assert.h>
#include <pthread.h>
#include <errno.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t go = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *unused) {
  struct timespec until = {0, 0};
  pthread_mutex_lock(&lock);
  int error = 0;
  while (!ready && error == 0) error = pthread_cond_timedwait(&go, &lock, &until);
  assert(ready || error == ETIMEDOUT);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&go);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return 0;
}
