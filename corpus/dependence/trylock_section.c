// An attempt before, within (where it fails) or behind a critical section: three classes. Between the successful
// attempt and its unlock the section can only wait.
//@ verdict: TRUE
//@ executions: source 3, optimal 3, observers 3
#include "two.h"

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}

void *two(void *unused) {
  if (!pthread_mutex_trylock(&mutex)) pthread_mutex_unlock(&mutex);
  return 0;
}
