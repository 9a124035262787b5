// The sibling of local_of_main.c: main looks before it waits.
//@ verdict: FALSE(reach,race)
//@ line: 16
#include <assert.h>
#include <pthread.h>

void *set(void *argument) {
  *(int *)argument = 1;
  return 0;
}

int main(void) {
  int done = 0;
  pthread_t thread;
  pthread_create(&thread, 0, set, &done);
  assert(done == 1);
  pthread_join(thread, 0);
  return 0;
}
