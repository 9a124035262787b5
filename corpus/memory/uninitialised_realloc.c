// What realloc adds is uninitialised, also behind memory that calloc had cleared.
//@ verdict: FALSE(memory)
//@ line: 14
//@ says: uninitialised
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *sum(void *argument) {
  int *array = argument;
  int first = array[0];
  int second = array[1];
  assert(first == 0);
  return (void *)(long)second;
}

int main(void) {
  pthread_t thread;
  int *array = calloc(1, sizeof *array);
  array = realloc(array, 2 * sizeof *array);
  pthread_create(&thread, 0, sum, array);
  pthread_join(thread, 0);
  free(array);
  return 0;
}
