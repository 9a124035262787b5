// Destroying a free mutex twice is no mistake, but each time a change of it: two classes, for observers too.
//@ verdict: TRUE
//@ executions: source 2, optimal 2, observers 2
#include "two.h"

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
  pthread_mutex_destroy(&mutex);
  return 0;
}

void *two(void *unused) {
  pthread_mutex_destroy(&mutex);
  return 0;
}
