// A producer and a consumer with one slot and a flag, forever.
// The consumer gets 1, 2, 1, 2 and so on.
//@ verdict: TRUE
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
    assert(slot == expected);
    full = 0;
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
