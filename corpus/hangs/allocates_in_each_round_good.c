// The same, but a thread that has looked twice does without the flag.
//@ verdict: TRUE
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int flag, heart;
static void *wait_for_flag(void *unused) {
  for (int round = 0; !flag && round < 2; round++) {
    int *scratch = malloc(sizeof *scratch);
    *scratch = 1;
    heart = !heart;
    free(scratch);
  }
  return 0;
}
int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, 0, wait_for_flag, 0);
  flag = 1;
  pthread_join(waiter, 0);
  return 0;
}
