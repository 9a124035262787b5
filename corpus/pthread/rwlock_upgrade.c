//@ verdict: FALSE(deadlock)
//@ line: 10
//@ says: waits in pthread_rwlock_wrlock for `lock`
// Who reads and wants to write waits for himself.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return 0;
}
