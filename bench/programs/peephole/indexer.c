/* N threads put four numbers each into one hash table with open addressing (the indexer of
 * Flanagan and Godefroid). A number goes to its place in one step, or to the next place if that
 * one is taken; up to eleven threads there are no collisions. main looks once whether all are
 * done, and fails if so. Without collisions that takes 6N + 1 steps: N to start the threads, five
 * of each thread, and the look. */
#include "../bmc/common.h"
#include <stdatomic.h>
#ifndef N
#define N 2
#endif
#define SIZE 128
#define NUMBERS 4
atomic_int table[SIZE];
atomic_int done[N];
void *worker(void *arg) {
  int tid = (int)(long)arg;
  for (int m = 1; m <= NUMBERS; m++) {
    int w = m * 11 + tid;
    int h = (w * 7) % SIZE;
    int expected = 0;
    while (!atomic_compare_exchange_strong(&table[h], &expected, w)) {
      h = (h + 1) % SIZE;
      expected = 0;
    }
  }
  done[tid] = 1;
  return 0;
}
int main(void) {
  for (int t = 0; t < N; t++) {
    pthread_t handle;
    pthread_create(&handle, 0, worker, (void *)(long)t);
  }
  int all = 1;
  ABEG();
  for (int t = 0; t < N; t++)
    all = all & done[t];
  AEND();
  assert(!all);
  return 0;
}
