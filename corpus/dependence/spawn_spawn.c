// Two threads start a thread each: one class.
//@ verdict: TRUE
//@ executions: source 1, optimal 1, observers 1
#include "two.h"

void *nothing(void *unused) { return 0; }

void *one(void *unused) {
  pthread_t child;
  pthread_create(&child, 0, nothing, 0);
  return 0;
}

void *two(void *unused) {
  pthread_t child;
  pthread_create(&child, 0, nothing, 0);
  return 0;
}
