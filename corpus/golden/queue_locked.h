// Albert et al. (CAV 2017), section 4: a producer and a consumer with N calls each, which a lock makes atomic.
// Consuming from an empty queue does nothing. Every order of the calls is a class, C(2N, N), of only 2^N final
// states.
#include "two.h"
#define BEGIN pthread_mutex_lock(&lock)
#define END pthread_mutex_unlock(&lock)

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
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
