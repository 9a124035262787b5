//@ verdict: FALSE(memory,race)
//@ says: use after free
// The thread of C11 that is main ends by thrd_exit, and with it what is in main.
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
  thrd_exit(0);
}
