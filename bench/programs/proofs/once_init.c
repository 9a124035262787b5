// Two threads use a value that the faster one has set up once, forever.
// The value is set up once, and whole when it is used.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern unsigned __VERIFIER_nondet_uint(void);
atomic_int phase;
unsigned value, copy, times;

static void *user(void *arg) {
  while (1) {
    int fresh = 0;
    if (atomic_compare_exchange_strong(&phase, &fresh, 1)) {
      times = times + 1;
      value = __VERIFIER_nondet_uint();
      copy = value;
      phase = 2;
    }
    while (phase != 2) ;
    assert(value == copy);
    assert(times == 1);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, user, 0);
  pthread_create(&t2, 0, user, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
