// Two bits that flip together under a spin lock, forever.
// The lock is opened before the second bit is flipped.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int x, y;

static void *worker(void *arg) {
  while (1) {
    while (atomic_exchange(&lock, 1)) ;
    assert((x + y) % 2 == 0);
    x = 1 - x;
    lock = 0; // BUG: opens the lock before both bits are flipped.
    y = 1 - y;
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, worker, 0);
  pthread_create(&t2, 0, worker, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
