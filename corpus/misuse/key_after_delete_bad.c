//@ verdict: FALSE(memory)
//@ says: a key is used after it was deleted
// main deletes the key while the thread may still use it.
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
  pthread_key_delete(key);
  pthread_join(thread, 0);
  return 0;
}
