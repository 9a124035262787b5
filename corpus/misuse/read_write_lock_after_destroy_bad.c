//@ verdict: FALSE(memory)
//@ says: a read-write lock is used after it was destroyed
// The lock goes before the reader comes.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&lock);
  int seen = value;
  pthread_rwlock_unlock(&lock);
  return seen ? &value : unused;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_wrlock(&lock);
  value = 1;
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_destroy(&lock);
  pthread_create(&thread, 0, reader, 0);
  pthread_join(thread, 0);
  return 0;
}
