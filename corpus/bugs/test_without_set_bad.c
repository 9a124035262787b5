//@ verdict: FALSE(race)
//@ line: 20
// The spin lock is tested and set in two steps; two threads can both find it free.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int busy;
static int count;

static void acquire(void) {
  while (atomic_load(&busy)) ;
  atomic_store(&busy, 1);
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
