// Critical sections of two mutexes: one class.
//@ verdict: TRUE
//@ executions: source 1, optimal 1, observers 1
#include "two.h"

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}

void *two(void *unused) {
  pthread_mutex_lock(&other);
  pthread_mutex_unlock(&other);
  return 0;
}
