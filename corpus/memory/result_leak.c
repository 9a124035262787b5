// The thread returns a heap object and nobody asks for it.
//@ verdict: FALSE(memory)
//@ line: 9
//@ says: leak
#include <pthread.h>
#include <stdlib.h>

void *compute(void *argument) {
  long *result = malloc(sizeof *result);
  *result = 2 * (long)argument;
  return result;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, compute, (void *)21);
  pthread_join(thread, 0);
  return 0;
}
