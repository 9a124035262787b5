// A ring buffer of two cells with a count, one producer and one consumer, forever.
// An item is counted before it is in its cell.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;
int ring[2];

static void *producer(void *arg) {
  int head = 0, item = 1;
  while (1) {
    while (count == 2) ;
    atomic_fetch_add(&count, 1); // BUG: counts the item before it is there.
    ring[head] = item;
    head = (head + 1) % 2;
    item = item % 3 + 1;
  }
  return arg;
}

static void *consumer(void *arg) {
  int tail = 0, expected = 1;
  while (1) {
    while (count == 0) ;
    assert(ring[tail] == expected);
    atomic_fetch_sub(&count, 1);
    tail = (tail + 1) % 2;
    expected = expected % 3 + 1;
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
