// A producer and a consumer with one slot and a flag, forever.
// The consumer gives the slot back too early.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>

_Atomic int full;
int slot;

static void *producer(void *arg) {
  int item = 1;
  while (1) {
    while (full) ;
    slot = item;
    full = 1;
    item = 3 - item;
  }
  return arg;
}

static void *consumer(void *arg) {
  int expected = 1;
  while (1) {
    while (!full) ;
    full = 0; // BUG: gives the slot back before it is read.
    assert(slot == expected);
    expected = 3 - expected;
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
