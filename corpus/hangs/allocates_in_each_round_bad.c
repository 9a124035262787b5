// Every round has a block of its own, which is gone when the next one begins.
//@ verdict: FALSE(deadlock) or open
//@ says: goes round for ever
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int flag, heart;
static void *wait_for_flag(void *unused) {
  while (!flag) {
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
  pthread_join(waiter, 0);
  return 0;
}
