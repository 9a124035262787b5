// A spin lock with an atomic exchange (test and set), forever.
// At most one thread is inside.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int inside;

static void acquire(void) {
  while (atomic_exchange(&lock, 1)) ;
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
