//@ verdict: TRUE
// The time may be over or not; who has the lock is alone either way.
#include <assert.h>
#include <pthread.h>
#include <errno.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *worker(void *unused) {
  struct timespec until = {0, 0};
  int error = pthread_mutex_timedlock(&lock, &until);
  assert(error == 0 || error == ETIMEDOUT);
  if (error) return unused;
  inside++;
  assert(inside == 1);
  inside--;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
