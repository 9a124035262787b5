//@ verdict: TRUE
//@ says: scope: all executions
// The destructor runs when the thread exits, too, and may be a function of the library.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;

static void deep(void *value) {
  pthread_setspecific(key, value);
  pthread_exit((void *)3);
}

static void *worker(void *unused) {
  deep(malloc(4));
  return unused;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_key_create(&key, free);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, &result);
  assert(result == (void *)3);
  return 0;
}
