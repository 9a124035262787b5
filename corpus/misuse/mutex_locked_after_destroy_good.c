//@ verdict: TRUE
// main waits for the worker before it destroys the mutex; what is destroyed may be initialised again.
#include <pthread.h>

static pthread_mutex_t lock;
static int count;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_init(&lock, 0);
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  pthread_mutex_destroy(&lock);
  pthread_mutex_init(&lock, 0);
  pthread_mutex_destroy(&lock);
  return 0;
}
