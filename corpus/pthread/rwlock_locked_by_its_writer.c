// A thread that has locked it for writing is told that it would wait for itself; one that only tries finds it busy.
//@ verdict: TRUE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
  struct timespec soon = {1, 0};
  assert(pthread_rwlock_wrlock(&lock) == 0);
  assert(pthread_rwlock_rdlock(&lock) == EDEADLK);
  assert(pthread_rwlock_wrlock(&lock) == EDEADLK);
  assert(pthread_rwlock_timedrdlock(&lock, &soon) == EDEADLK);
  assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_rdlock(&lock) == 0);
  assert(pthread_rwlock_unlock(&lock) == 0);
  return 0;
}
