// A sense-reversing barrier for two threads with two phases in each round, forever.
// Between the barriers both threads are in the same round.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int missing = 2, sense;
_Atomic int round1, round2;

static void barrier(int mine) {
  if (atomic_fetch_sub(&missing, 1) == 1) {
    missing = 2;
    sense = mine;
  } else {
    while (sense != mine) ;
  }
}

static void *first(void *arg) {
  while (1) {
    round1 = 1 - round1;
    barrier(1);
    assert(round1 == round2);
    barrier(0);
  }
  return arg;
}

static void *second(void *arg) {
  while (1) {
    round2 = 1 - round2;
    barrier(1);
    assert(round1 == round2);
    barrier(0);
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
