// Two threads count for an unknown number of rounds under a lock, with unbounded numbers.
// Both counts are equal at the end.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned x, y;

static void *worker(void *arg) {
  unsigned rounds = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < rounds; i++) {
    pthread_mutex_lock(&m);
    x++;
    y++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, worker, 0);
  pthread_create(&t2, 0, worker, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  assert(x == y);
  return 0;
}
