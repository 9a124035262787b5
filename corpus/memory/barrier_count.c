// A barrier that counts arrivals: behind it everybody sees what all wrote before it.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int *part;
atomic_int arrived;

void *work(void *argument) {
  long me = (long)argument;
  part[me] = 1;
  atomic_fetch_add(&arrived, 1);
  while (atomic_load(&arrived) < 2) {
  }
  assert(part[1 - me] == 1);
  return 0;
}

int main(void) {
  pthread_t thread;
  part = calloc(2, sizeof *part);
  pthread_create(&thread, 0, work, (void *)1);
  work((void *)0);
  pthread_join(thread, 0);
  free(part);
  return 0;
}
