// As with an attempt: two classes. Neither order makes anybody wait.
//@ verdict: TRUE without race
//@ executions: source 2, optimal 2, observers 2
#include "two.h"

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
  pthread_mutex_init(&mutex, 0);
  return 0;
}

void *two(void *unused) {
  pthread_mutex_lock(&mutex);
  return 0;
}
