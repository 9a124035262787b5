// The sibling of sequence_lock.c that tries again until it gets a pair.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint sequence;
atomic_int low, high;

void *write_pairs(void *unused) {
  for (int i = 1; i <= 2; i++) {
    atomic_fetch_add(&sequence, 1);
    low = i;
    high = i;
    atomic_fetch_add(&sequence, 1);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, write_pairs, 0);
  unsigned before;
  int first, second;
  do {
    do before = sequence;
    while (before % 2);
    first = low;
    second = high;
  } while (sequence != before);
  assert(first == second);
  pthread_join(thread, 0);
  return 0;
}
