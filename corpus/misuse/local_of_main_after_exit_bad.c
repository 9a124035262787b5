//@ verdict: FALSE(memory,race)
//@ says: use after free
// main ends with pthread_exit, and the thread goes on to use what was in main.
#include <pthread.h>

static void *worker(void *argument) {
  int *number = argument;
  *number += 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  int number = 0;
  pthread_create(&thread, 0, worker, &number);
  pthread_exit(0);
}
