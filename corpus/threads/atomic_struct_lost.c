// A load and a store of an _Atomic struct are two steps: an update can get lost, but nothing is torn.
//@ verdict: FALSE(reach)
//@ line: 26
#include <assert.h>
#include <pthread.h>

struct pair {
  int low, high;
};
_Atomic struct pair shared;

void *other(void *argument) {
  struct pair now = shared;
  assert(now.low == now.high);
  now.low++, now.high++;
  shared = now;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  other(0);
  pthread_join(t, 0);
  struct pair now = shared;
  assert(now.low == now.high && now.low == 2);
  return 0;
}
