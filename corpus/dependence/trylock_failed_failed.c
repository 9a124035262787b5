// main holds the mutex, so that both fail to take it: looks, one class.
//@ verdict: TRUE
//@ executions: source 1, optimal 1, observers 1
#define PREPARE
#include "two.h"

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void prepare(void) {
  pthread_mutex_lock(&mutex);
}

void *one(void *unused) {
  pthread_mutex_trylock(&mutex);
  return 0;
}

void *two(void *unused) {
  pthread_mutex_trylock(&mutex);
  return 0;
}
