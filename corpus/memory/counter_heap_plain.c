// Two threads increment a heap counter through their own pointer to it, without a lock.
//@ verdict: FALSE(reach) without race
//@ line: 23
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *increment(void *argument) {
  int *counter = argument;
  ++*counter;
  return 0;
}

int main(void) {
  pthread_t first, second;
  int *counter = calloc(1, sizeof *counter);
  pthread_create(&first, 0, increment, counter);
  pthread_create(&second, 0, increment, counter);
  pthread_join(first, 0);
  pthread_join(second, 0);
  int result = *counter;
  free(counter);
  assert(result == 2);
  return 0;
}
