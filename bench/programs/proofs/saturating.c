// A counter between 0 and 5 that saturates on both sides, without a lock, forever.
// It stays between 0 and 5.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
atomic_int counter;

static void up(void) {
  int seen = counter;
  while (seen < 5 && !atomic_compare_exchange_strong(&counter, &seen, seen + 1)) ;
}

static void down(void) {
  int seen = counter;
  while (seen > 0 && !atomic_compare_exchange_strong(&counter, &seen, seen - 1)) ;
}

static void *worker(void *arg) {
  while (1) {
    if (__VERIFIER_nondet_int()) up();
    else down();
    int now = counter;
    assert(now >= 0 && now <= 5);
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
