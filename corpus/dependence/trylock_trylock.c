// Whoever is first takes the mutex and keeps it, the other fails: two classes.
//@ verdict: TRUE
//@ executions: source 2, optimal 2, observers 2
#include "two.h"

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
  pthread_mutex_trylock(&mutex);
  return 0;
}

void *two(void *unused) {
  pthread_mutex_trylock(&mutex);
  return 0;
}
