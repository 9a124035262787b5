// The initialisation sets free what the attempt has taken, or leaves it something to take: two classes.
//@ verdict: TRUE without race
//@ executions: source 2, optimal 2, observers 2
#include "two.h"

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
  pthread_mutex_init(&mutex, 0);
  return 0;
}

void *two(void *unused) {
  pthread_mutex_trylock(&mutex);
  return 0;
}
