// The sibling of counter_heap_plain.c: `++` of an _Atomic is one operation.
//@ verdict: TRUE
//@ executions: naive 2
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *increment(void *argument) {
  _Atomic int *counter = argument;
  ++*counter;
  return 0;
}

int main(void) {
  pthread_t thread;
  _Atomic int *counter = calloc(1, sizeof *counter);
  pthread_create(&thread, 0, increment, (void *)counter);
  increment((void *)counter);
  pthread_join(thread, 0);
  int result = *counter;
  free((void *)counter);
  assert(result == 2);
  return 0;
}
