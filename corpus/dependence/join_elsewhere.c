// Two threads join different threads: one class.
//@ verdict: TRUE
//@ executions: source 1, optimal 1, observers 1
#define PREPARE
#include "two.h"

pthread_t left, right;
void *nothing(void *unused) { return 0; }

static void prepare(void) {
  pthread_create(&left, 0, nothing, 0);
  pthread_create(&right, 0, nothing, 0);
}

void *one(void *unused) {
  pthread_join(left, 0);
  return 0;
}

void *two(void *unused) {
  pthread_join(right, 0);
  return 0;
}
