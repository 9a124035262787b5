//@ verdict: FALSE(memory)
//@ line: 19
//@ says: a read-write lock is destroyed while it is held
// The reader forgets to unlock.
#include <pthread.h>

static pthread_rwlock_t lock;
static int value;

static void *reader(void *seen) {
  pthread_rwlock_rdlock(&lock);
  return value ? seen : 0;
}
int main(void) {
  pthread_t thread;
  pthread_rwlock_init(&lock, 0);
  pthread_create(&thread, 0, reader, 0);
  pthread_join(thread, 0);
  pthread_rwlock_destroy(&lock);
  return 0;
}
