// A ring of two cells, each with its own flag, one producer and one consumer, forever.
// The consumer reads the second cell while it is being filled.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
_Atomic int full0, full1;
unsigned low0, high0, low1, high1;

static void *producer(void *arg) {
  while (1) {
    unsigned item = __VERIFIER_nondet_uint();
    while (full0) ;
    low0 = item;
    high0 = item;
    full0 = 1;
    item = __VERIFIER_nondet_uint();
    while (full1) ;
    low1 = item;
    high1 = item;
    full1 = 1;
  }
  return arg;
}

static void *consumer(void *arg) {
  while (1) {
    while (!full0) ;
    assert(low0 == high0);
    full0 = 0;
    while (full1) ; // BUG: waits for an empty cell.
    assert(low1 == high1);
    full1 = 0;
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, producer, 0);
  pthread_create(&t2, 0, consumer, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}
