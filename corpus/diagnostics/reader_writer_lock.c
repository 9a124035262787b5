// Reader-writer locks are not supported yet.
//@ verdict: UNKNOWN(input)
//@ error: C0413
//@ line: 10
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return 0;
}
