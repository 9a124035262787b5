// main holds the mutex: both make the same mistake, which changes nothing, one class.
//@ verdict: FALSE(memory)
//@ executions: source 1, optimal 1, observers 1
//@ options: --keep-going
#define PREPARE
#include "two.h"

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void prepare(void) {
  pthread_mutex_lock(&mutex);
}

void *one(void *unused) {
  pthread_mutex_unlock(&mutex);
  return 0;
}

void *two(void *unused) {
  pthread_mutex_unlock(&mutex);
  return 0;
}
