//@ verdict: TRUE
// The reader unlocks; and what was destroyed can be initialised again.
#include <pthread.h>

static pthread_rwlock_t lock;
static int value;

static void *reader(void *seen) {
  pthread_rwlock_rdlock(&lock);
  int now = value;
  pthread_rwlock_unlock(&lock);
  return now ? seen : 0;
}
int main(void) {
  pthread_t thread;
  pthread_rwlock_init(&lock, 0);
  pthread_create(&thread, 0, reader, 0);
  pthread_join(thread, 0);
  pthread_rwlock_destroy(&lock);
  pthread_rwlock_init(&lock, 0);
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_destroy(&lock);
  return 0;
}
