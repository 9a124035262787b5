//@ verdict: FALSE(memory)
//@ line: 9
//@ says: unlocked that nobody holds
// Nobody holds the lock.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  pthread_rwlock_unlock(&lock);
  return 0;
}
