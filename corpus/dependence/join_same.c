// Two threads join the same thread, and whoever is second makes a mistake: two classes.
//@ verdict: FALSE(memory)
//@ executions: source 2, optimal 2, observers 2
//@ options: --keep-going
#define PREPARE
#include "two.h"

pthread_t left;
void *nothing(void *unused) { return 0; }

static void prepare(void) {
  pthread_create(&left, 0, nothing, 0);
}

void *one(void *unused) {
  pthread_join(left, 0);
  return 0;
}

void *two(void *unused) {
  pthread_join(left, 0);
  return 0;
}
