// The number of tries decides when to give up: no hang.
//@ verdict: TRUE
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag, heart;
static void *wait_for_flag(void *unused) {
  unsigned tries = 0;
  while (!flag && tries < 3) {
    tries++;
    heart = !heart;
  }
  return 0;
}
int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, 0, wait_for_flag, 0);
  pthread_join(waiter, 0);
  return 0;
}
