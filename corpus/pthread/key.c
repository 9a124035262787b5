//@ verdict: TRUE
//@ says: scope: all executions
// Every thread has a value of its own; the destructor gets it when the thread ends, by return or otherwise.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ended;

static void done(void *value) {
  pthread_mutex_lock(&lock);
  ended += *(int *)value;
  pthread_mutex_unlock(&lock);
  free(value);
}

static void set(int value) {
  int *mine = malloc(sizeof *mine);
  assert(pthread_getspecific(key) == 0);
  *mine = value;
  pthread_setspecific(key, mine);
}

static void *returns(void *unused) {
  set(1);
  assert(*(int *)pthread_getspecific(key) == 1);
  return unused;
}

static void *exits(void *unused) {
  set(2);
  pthread_exit(unused);
}

int main(void) {
  pthread_t one, two;
  pthread_key_create(&key, done);
  pthread_create(&one, 0, returns, 0);
  pthread_create(&two, 0, exits, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(ended == 3);
  assert(pthread_getspecific(key) == 0);
  pthread_key_delete(key);
  return 0;
}
