// An unknown number is copied through two variables under a lock, forever.
// The copy is made after the lock was given away.
//@ verdict: FALSE(reach)
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
    pthread_mutex_unlock(&m); // BUG: the copy is made without the lock.
    copy = original;
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
