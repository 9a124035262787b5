// The mutex is destroyed before, within (a mistake) or behind the critical section: three classes.
//@ verdict: FALSE(memory)
//@ executions: source 3, optimal 3, observers 3
//@ options: --keep-going
#include "two.h"

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
  pthread_mutex_destroy(&mutex);
  return 0;
}

void *two(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}
