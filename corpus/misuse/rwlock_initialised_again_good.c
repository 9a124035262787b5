//@ verdict: TRUE
// main alone makes sure that the lock is there.
#include <pthread.h>

static pthread_rwlock_t lock;

static void *worker(void *unused) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_init(&lock, 0);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
