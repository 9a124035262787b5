// Unknown numbers are handed through a relay of three threads, forever.
// The relay tells the last thread too early.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
_Atomic int stage;
unsigned sent, middle;

static void *source(void *arg) {
  while (1) {
    while (stage != 0) ;
    sent = __VERIFIER_nondet_uint();
    stage = 1;
  }
  return arg;
}

static void *relay(void *arg) {
  while (1) {
    while (stage != 1) ;
    stage = 2; // BUG: tells the next one before the number is there.
    middle = sent;
  }
  return arg;
}

static void *sink(void *arg) {
  while (1) {
    while (stage != 2) ;
    assert(middle == sent);
    stage = 0;
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2, t3;
  pthread_create(&t1, 0, source, 0);
  pthread_create(&t2, 0, relay, 0);
  pthread_create(&t3, 0, sink, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  pthread_join(t3, 0);
  return 0;
}
