// Two threads keep the maximum of unknown numbers under a lock, forever.
// The second thread keeps the minimum.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned maximum;

static void *first(void *arg) {
  unsigned entered = 0;
  while (1) {
    pthread_mutex_lock(&m);
    assert(maximum >= entered);
    entered = __VERIFIER_nondet_uint();
    if (entered > maximum) maximum = entered;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

static void *second(void *arg) {
  while (1) {
    unsigned value = __VERIFIER_nondet_uint();
    pthread_mutex_lock(&m);
    if (value < maximum) maximum = value; // BUG: compares the wrong way round.
    pthread_mutex_unlock(&m);
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
