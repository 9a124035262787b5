// A spin lock that looks before it tries to set, forever.
// The lock is opened between the two steps.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int low, high;

static void *first(void *arg) {
  while (1) {
    while (lock || atomic_exchange(&lock, 1)) ;
    low = 1 - low;
    lock = 0; // BUG: opens the lock before the second step.
    high = 1 - high;
  }
  return arg;
}

static void *second(void *arg) {
  while (1) {
    while (lock || atomic_exchange(&lock, 1)) ;
    assert(low == high);
    lock = 0;
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, first, 0);
  pthread_create(&t2, 0, second, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
