// The sibling of result_leak.c: main takes the results and frees them.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *compute(void *argument) {
  long *result = malloc(sizeof *result);
  *result = 2 * (long)argument;
  return result;
}

int main(void) {
  pthread_t threads[2];
  long sum = 0;
  for (long i = 0; i < 2; i++) pthread_create(&threads[i], 0, compute, (void *)(i + 1));
  for (int i = 0; i < 2; i++) {
    void *result;
    pthread_join(threads[i], &result);
    sum += *(long *)result;
    free(result);
  }
  assert(sum == 6);
  return 0;
}
