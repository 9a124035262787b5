//@ verdict: FALSE(deadlock) or open
//@ options: --steps 40
//@ says: goes round for ever
// A thread that polls under a lock of its own making has looked away while the value was there: each round takes the lock and
// gives it back, and none is the last.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock, state;

static void *wait_for_one(void *unused) {
  int seen;
  do {
    while (atomic_exchange(&lock, 1)) ;
    seen = state;
    lock = 0;
  } while (seen != 1);
  return unused;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, 0, wait_for_one, 0);
  state = 1;
  state = 2;
  pthread_join(waiter, 0);
  return 0;
}
