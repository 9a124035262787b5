//@ verdict: FALSE(memory)
//@ line: 9
//@ says: unlocked that another thread holds
// The lock is held by another thread for writing.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static void *other(void *unused) {
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_wrlock(&lock);
  pthread_create(&thread, 0, other, 0);
  pthread_join(thread, 0);
  return 0;
}
