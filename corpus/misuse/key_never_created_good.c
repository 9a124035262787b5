//@ verdict: TRUE
// The key is created before the thread starts.
#include <pthread.h>

static pthread_key_t key;

static void *worker(void *argument) {
  pthread_setspecific(key, argument);
  return pthread_getspecific(key);
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&key, 0);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  pthread_key_delete(key);
  return 0;
}
