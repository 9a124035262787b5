// Unknown amounts go between two accounts in both directions under a lock, forever.
// The sum stays the same (modulo 2 to the 32).
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned a = 60, b = 40;

static void *there(void *arg) {
  while (1) {
    unsigned amount = __VERIFIER_nondet_uint();
    pthread_mutex_lock(&m);
    assert(a + b == 100);
    a -= amount;
    b += amount;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

static void *back(void *arg) {
  while (1) {
    unsigned amount = __VERIFIER_nondet_uint();
    pthread_mutex_lock(&m);
    b -= amount;
    a += amount;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, there, 0);
  pthread_create(&t2, 0, back, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
