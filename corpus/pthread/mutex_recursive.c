//@ verdict: TRUE
//@ says: scope: all executions
// Locked twice, unlocked twice, and only then free.
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

static int count;

static void add(void) {
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
}

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  int before = count;
  add();
  assert(pthread_mutex_trylock(&lock) == 0);
  pthread_mutex_unlock(&lock);
  assert(count == before + 1);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t one, two;
  make(PTHREAD_MUTEX_RECURSIVE);
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, worker, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(count == 2);
  assert(pthread_mutex_unlock(&lock) == EPERM);
  pthread_mutex_destroy(&lock);
  return 0;
}
