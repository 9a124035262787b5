//@ verdict: TRUE
// Trying: many readers, one writer, the right answers.
#include <assert.h>
#include <pthread.h>
#include <errno.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
  assert(pthread_rwlock_tryrdlock(&lock) == 0);
  assert(pthread_rwlock_tryrdlock(&lock) == 0);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  assert(pthread_rwlock_trywrlock(&lock) == 0);
  assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
  pthread_rwlock_unlock(&lock);
  assert(pthread_rwlock_destroy(&lock) == 0);
  return 0;
}
