// Destroyed first, or taken first, when destroying it is a mistake: two classes.
//@ verdict: FALSE(memory)
//@ executions: source 2, optimal 2, observers 2
//@ options: --keep-going
#include "two.h"

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
  pthread_mutex_destroy(&mutex);
  return 0;
}

void *two(void *unused) {
  pthread_mutex_trylock(&mutex);
  return 0;
}
