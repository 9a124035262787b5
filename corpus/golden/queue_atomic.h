// Albert et al. (CAV 2017), section 4: a producer and a consumer with N calls each, which atomic sections make
// atomic. Consuming from an empty queue does nothing. Every order of the calls is a class, C(2N, N), of only 2^N
// final states.
#include "two.h"
#define BEGIN __VERIFIER_atomic_begin()
#define END __VERIFIER_atomic_end()

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int queue[N], first, behind, sum;

static void produce(int value) {
  BEGIN;
  if (behind < N) queue[behind++] = value;
  END;
}

static void consume(void) {
  BEGIN;
  if (first < behind) sum += queue[first++];
  END;
}

void *one(void *unused) {
  for (int value = 1; value <= N; value++) produce(value);
  return 0;
}

void *two(void *unused) {
  for (int round = 0; round < N; round++) consume();
  return 0;
}
