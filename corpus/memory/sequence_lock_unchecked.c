// The sibling of sequence_lock.c that looks at the sequence number before the read only: the pair may be torn.
//@ verdict: FALSE(reach)
//@ line: 25
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
  if (before % 2 == 0) {
    int first = low, second = high;
    assert(first == second);
  }
  pthread_join(thread, 0);
  return 0;
}
