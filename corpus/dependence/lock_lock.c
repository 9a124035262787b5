// Two critical sections of one mutex: the one or the other comes first, two classes. A lock and the unlock that it
// waits for have no other order.
//@ verdict: TRUE
//@ executions: source 2, optimal 2, observers 2
#include "two.h"

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}

void *two(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}
