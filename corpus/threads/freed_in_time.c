// The sibling of freed_too_early.c: the thread frees what it got, and nobody else touches it.
//@ verdict: TRUE
//@ executions: naive 1
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *reader(void *argument) {
  int *value = argument;
  long result = *value;
  free(value);
  return (void *)result;
}

int main(void) {
  pthread_t thread;
  int *value = malloc(sizeof(int));
  *value = 7;
  pthread_create(&thread, 0, reader, value);
  void *result;
  pthread_join(thread, &result);
  assert((long)result == 7);
  return 0;
}
