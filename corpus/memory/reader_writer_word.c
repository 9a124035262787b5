// A reader-writer lock in one word: -1 is a writer, n > 0 are n readers. One try each; the heap pair is never torn.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int state;
struct pair {
  int first, second;
} *pair;

void *reader(void *unused) {
  int seen = state;
  while (seen >= 0 && !atomic_compare_exchange_weak(&state, &seen, seen + 1)) {
  }
  if (seen >= 0) {
    assert(pair->first == pair->second);
    state--;
  }
  return 0;
}

int main(void) {
  pthread_t first, second;
  pair = calloc(1, sizeof *pair);
  pthread_create(&first, 0, reader, 0);
  pthread_create(&second, 0, reader, 0);
  int nobody = 0;
  if (atomic_compare_exchange_strong(&state, &nobody, -1)) {
    pair->first++;
    pair->second++;
    state = 0;
  }
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(state == 0);
  free(pair);
  return 0;
}
