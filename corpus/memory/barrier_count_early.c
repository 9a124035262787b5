// The sibling of barrier_count.c that arrives before it writes.
//@ verdict: FALSE(reach) without race
//@ line: 19
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int *part;
atomic_int arrived;

void *work(void *argument) {
  long me = (long)argument;
  atomic_fetch_add(&arrived, 1);
  part[me] = 1;
  while (atomic_load(&arrived) < 2) {
  }
  int theirs = part[1 - me];
  assert(theirs == 1);
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
