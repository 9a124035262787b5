//@ verdict: TRUE
//@ says: scope: all executions
// Every thread has a value of its own, and the destructor gets it when the thread returns.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int ended;

static void done(void *value) {
  ended = *(int *)value;
  free(value);
}

static void *worker(void *unused) {
  int *mine = malloc(sizeof *mine);
  assert(pthread_getspecific(key) == 0);
  *mine = 7;
  pthread_setspecific(key, mine);
  assert(*(int *)pthread_getspecific(key) == 7);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&key, done);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  assert(ended == 7);
  assert(pthread_getspecific(key) == 0);
  pthread_key_delete(key);
  return 0;
}
