// A spin lock with an atomic exchange (test and set), forever.
// The lock is tested and set in two steps.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int inside;

static void acquire(void) {
  while (lock) ;
  lock = 1; // BUG: tests and sets in two steps.
}

static void release(void) {
  atomic_store(&lock, 0);
}

static void *worker(void *arg) {
  while (1) {
    acquire();
    inside++;
    assert(inside == 1);
    inside--;
    release();
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
