// An _Atomic struct is read, written and exchanged as a whole.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair {
  short low, high;
};
_Atomic struct pair shared = {1, 1};

void *other(void *argument) {
  struct pair old = atomic_load(&shared);
  struct pair next;
  do {
    assert(old.low == old.high);
    next.low = next.high = old.low + 1;
  } while (!atomic_compare_exchange_strong(&shared, &old, next));
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  other(0);
  struct pair now = shared;
  assert(now.low == now.high && now.low >= 2);
  pthread_join(t, 0);
  now = atomic_exchange_explicit(&shared, (struct pair){7, 8}, memory_order_acq_rel);
  assert(now.low == 3 && now.high == 3);
  shared = (struct pair){9, 10};
  now = shared;
  assert(now.low == 9 && now.high == 10);
  return 0;
}
