//@ verdict: TRUE
// main deletes the key when the thread has ended.
#include <pthread.h>

static pthread_key_t key;

static void *worker(void *argument) {
  pthread_setspecific(key, argument);
  return pthread_getspecific(key);
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&key, 0);
  pthread_create(&thread, 0, worker, &key);
  pthread_join(thread, 0);
  pthread_key_delete(key);
  return 0;
}
