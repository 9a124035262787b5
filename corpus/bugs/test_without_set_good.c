//@ verdict: TRUE
// The spin lock is tested and set in one step.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int busy;
static int count;

static void acquire(void) {
  while (atomic_exchange(&busy, 1)) ;
}

static void release(void) { atomic_store(&busy, 0); }

static void *worker(void *arg) {
  acquire();
  count++;
  release();
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, worker, NULL);
  pthread_create(&t2, NULL, worker, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
