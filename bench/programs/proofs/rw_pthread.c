// A pthread readers-writer lock with a reader and a writer, forever.
// The reader finds both words of an unknown value equal.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
unsigned low, high;

static void *reader(void *arg) {
  while (1) {
    pthread_rwlock_rdlock(&lock);
    assert(low == high);
    pthread_rwlock_unlock(&lock);
  }
  return arg;
}

static void *writer(void *arg) {
  while (1) {
    unsigned value = __VERIFIER_nondet_uint();
    pthread_rwlock_wrlock(&lock);
    low = value;
    high = value;
    pthread_rwlock_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, reader, 0);
  pthread_create(&t2, 0, writer, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
