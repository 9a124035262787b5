// The sibling of spin_flag.c whose test and set are two operations: both get in and an increment is lost.
//@ verdict: FALSE(reach) without race
//@ line: 28
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_bool busy;
int *counter;

void *increment(void *unused) {
  while (atomic_load(&busy)) {
  }
  atomic_store(&busy, 1);
  *counter = *counter + 1;
  atomic_store(&busy, 0);
  return 0;
}

int main(void) {
  pthread_t first, second;
  counter = calloc(1, sizeof *counter);
  pthread_create(&first, 0, increment, 0);
  pthread_create(&second, 0, increment, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(*counter == 2);
  free(counter);
  return 0;
}
