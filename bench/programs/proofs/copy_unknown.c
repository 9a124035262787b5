// An unknown number is copied through two variables under a lock, forever.
// Both variables are equal whenever the lock is held.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned original, copy;

static void *first(void *arg) {
  while (1) {
    unsigned a = __VERIFIER_nondet_uint();
    pthread_mutex_lock(&m);
    original = a;
    copy = original;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

static void *second(void *arg) {
  while (1) {
    pthread_mutex_lock(&m);
    assert(original == copy);
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
