// One heap argument for both threads, changed between the creations: the first thread may see the second's number.
//@ verdict: FALSE(reach) without race
//@ line: 26
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int seen;

void *record(void *argument) {
  seen |= 1 << *(volatile int *)argument;
  return 0;
}

int main(void) {
  pthread_t first, second;
  int *number = malloc(sizeof *number);
  *number = 0;
  pthread_create(&first, 0, record, number);
  *number = 1;
  pthread_create(&second, 0, record, number);
  pthread_join(first, 0);
  pthread_join(second, 0);
  free(number);
  assert(seen == 3);
  return 0;
}
