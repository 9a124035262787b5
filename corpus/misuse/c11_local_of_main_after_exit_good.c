//@ verdict: TRUE
// main waits for the thread before it ends.
#include <threads.h>

static int worker(void *argument) {
  int *number = argument;
  *number += 1;
  return 0;
}

int main(void) {
  thrd_t thread;
  int number = 0;
  thrd_create(&thread, worker, &number);
  thrd_join(thread, 0);
  thrd_exit(0);
}
