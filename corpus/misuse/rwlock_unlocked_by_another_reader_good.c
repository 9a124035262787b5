//@ verdict: TRUE
//@ says: scope: all executions
// A thread may hold a lock for reading twice, and unlocks it as often.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value, seen;

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_rdlock(&lock);
  int now = value;
  pthread_rwlock_unlock(&lock);
  if (now == 0)
    pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_rdlock(&lock);
  pthread_create(&thread, 0, reader, 0);
  pthread_join(thread, 0);
  seen = value;
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_wrlock(&lock);
  value = 1;
  pthread_rwlock_unlock(&lock);
  return 0;
}
