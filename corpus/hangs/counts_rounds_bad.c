// No thread sets the flag. How often the thread has looked decides nothing, so the states come back.
//@ verdict: FALSE(deadlock) or open
//@ says: goes round for ever
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag, heart;
static int looked;
static void *wait_for_flag(void *unused) {
  unsigned tries = 0;
  while (!flag) {
    tries++;
    looked = looked + 1;
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
