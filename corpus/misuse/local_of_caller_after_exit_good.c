//@ verdict: TRUE
//@ says: scope: all executions
// main ends in a function that it has called, and nothing that it has is used by the thread.
#include <pthread.h>

static int number = 1;

static void *worker(void *argument) {
  return *(int *)argument ? 0 : argument;
}

static void leave(void) {
  pthread_exit(0);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, &number);
  leave();
}
