// A sequence lock: the reader takes the pair only if the sequence number is even and the same before and after.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint sequence;
atomic_int low, high;

void *write_pair(void *unused) {
  atomic_fetch_add(&sequence, 1);
  low = 1;
  high = 1;
  atomic_fetch_add(&sequence, 1);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, write_pair, 0);
  unsigned before = sequence;
  int first = low, second = high;
  unsigned after = sequence;
  if (before % 2 == 0 && before == after) assert(first == second);
  pthread_join(thread, 0);
  return 0;
}
