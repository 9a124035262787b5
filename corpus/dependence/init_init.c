// Whoever initialises a mutex as the second makes a mistake: two classes, for observers too.
//@ verdict: FALSE(memory)
//@ options: --keep-going
//@ executions: source 2, optimal 2, observers 2
#include "two.h"

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused) {
  pthread_mutex_init(&mutex, 0);
  return 0;
}

void *two(void *unused) {
  pthread_mutex_init(&mutex, 0);
  return 0;
}
