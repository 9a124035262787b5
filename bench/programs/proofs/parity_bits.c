// Two bits that flip together under a spin lock, forever.
// Their sum is even whenever the lock is held.
//@ verdict: TRUE
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
    y = 1 - y;
    lock = 0;
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
