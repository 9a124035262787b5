//@ verdict: TRUE
//@ says: scope: all executions
// Mistakes are answered by numbers.
#include <assert.h>
#include <pthread.h>
#include <errno.h>

static pthread_mutex_t lock;

static void make(int kind) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, kind);
  pthread_mutex_init(&lock, &attributes);
  pthread_mutexattr_destroy(&attributes);
}

static void *other(void *unused) {
  assert(pthread_mutex_unlock(&lock) == EPERM);
  return unused;
}

int main(void) {
  pthread_t thread;
  make(PTHREAD_MUTEX_ERRORCHECK);
  assert(pthread_mutex_lock(&lock) == 0);
  assert(pthread_mutex_lock(&lock) == EDEADLK);
  assert(pthread_mutex_trylock(&lock) == EBUSY);
  pthread_create(&thread, 0, other, 0);
  pthread_join(thread, 0);
  assert(pthread_mutex_unlock(&lock) == 0);
  assert(pthread_mutex_unlock(&lock) == EPERM);
  return 0;
}
