// main holds the mutex. The attempt fails before the initialisation, and succeeds behind it: two classes.
//@ verdict: TRUE without race
//@ executions: source 2, optimal 2, observers 2
#define PREPARE
#include "two.h"

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void prepare(void) {
  pthread_mutex_lock(&mutex);
}

void *one(void *unused) {
  pthread_mutex_init(&mutex, 0);
  return 0;
}

void *two(void *unused) {
  pthread_mutex_trylock(&mutex);
  return 0;
}
