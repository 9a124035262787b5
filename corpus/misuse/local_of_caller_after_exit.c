//@ verdict: TRUE(bounded)
// main ends in a function that it has called. Its locals end with it, and the thread goes on to use one.
#include <pthread.h>

static void *worker(void *argument) {
  return *(int *)argument ? 0 : argument;
}

static void leave(void) {
  pthread_exit(0);
}

int main(void) {
  pthread_t thread;
  int number = 1;
  pthread_create(&thread, 0, worker, &number);
  leave();
}
