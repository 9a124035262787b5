// Two threads enter an unknown number each, after an unknown number of idle rounds.
// The second thread looks at the maximum without the lock.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned a, b, maximum;

static void *first(void *arg) {
  while (__VERIFIER_nondet_uint()) ;
  pthread_mutex_lock(&m);
  if (a > maximum) maximum = a;
  pthread_mutex_unlock(&m);
  return arg;
}

static void *second(void *arg) {
  while (__VERIFIER_nondet_uint()) ;
  int larger = b > maximum; // BUG: looks before it has the lock.
  pthread_mutex_lock(&m);
  if (larger) maximum = b;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  a = __VERIFIER_nondet_uint();
  b = __VERIFIER_nondet_uint();
  pthread_create(&t1, 0, first, 0);
  pthread_create(&t2, 0, second, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  assert(maximum >= a && maximum >= b);
  return 0;
}
