//@ verdict: TRUE
// main ends with pthread_exit, and what the thread uses is static.
#include <pthread.h>

static void *worker(void *argument) {
  int *number = argument;
  *number += 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  static int number = 0;
  pthread_create(&thread, 0, worker, &number);
  pthread_exit(0);
}
