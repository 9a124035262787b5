//@ verdict: FALSE(deadlock)
//@ line: 23
//@ says: held by T1, which has ended
// The thread exits with the mutex; a handler would have given it back.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void unlock(void *mutex) { pthread_mutex_unlock(mutex); }

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(unlock, &lock);
  pthread_cleanup_pop(0);
  pthread_exit(unused);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);

  pthread_mutex_lock(&lock);
  return 0;
}
