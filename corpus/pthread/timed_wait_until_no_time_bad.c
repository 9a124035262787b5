// The nanoseconds are more than a second: the wait is refused, and the loop ends with another error than the one that is expected.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;

int main(void) {
  struct timespec until = {1, 999999999};
  until.tv_nsec += 500000000;
  pthread_mutex_lock(&mutex);
  int error = pthread_cond_timedwait(&ready, &mutex, &until);
  assert(error == ETIMEDOUT || error == 0);
  pthread_mutex_unlock(&mutex);
  return 0;
}
