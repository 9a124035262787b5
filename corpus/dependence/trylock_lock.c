// If the lock is first, the attempt fails; else it succeeds, and the lock waits for the unlock: two classes.
//@ verdict: TRUE
//@ executions: source 2, optimal 2, observers 2
#include "two.h"

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
  pthread_mutex_lock(&mutex);
  return 0;
}

void *two(void *unused) {
  if (!pthread_mutex_trylock(&mutex)) pthread_mutex_unlock(&mutex);
  return 0;
}
