//@ verdict: TRUE or open
// The value stays, so the thread that polls under a lock of its own making sees it in the end.
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
  pthread_join(waiter, 0);
  return 0;
}
