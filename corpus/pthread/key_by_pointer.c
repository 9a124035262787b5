//@ verdict: FALSE(reach)
//@ line: 7
// Destructors run, however the key was made.
#include <assert.h>
#include <pthread.h>
static pthread_key_t key;
static void end(void *value) { assert(value == 0); }
static void *worker(void *unused) {
  pthread_setspecific(key, &key);
  return unused;
}
int main(void) {
  pthread_t thread;
  int (*create)(pthread_key_t *, void (*)(void *)) = pthread_key_create;
  create(&key, end);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return 0;
}
