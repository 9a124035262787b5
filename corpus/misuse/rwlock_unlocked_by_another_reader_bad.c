//@ verdict: FALSE(memory)
//@ line: 15
//@ says: a read-write lock is unlocked that another thread holds
// Two readers; one of them unlocks twice, and so takes the lock from the other one.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value, seen;

static void *reader(void *unused) {
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
  return 0;
}
