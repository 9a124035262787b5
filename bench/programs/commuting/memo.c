/* memoisation: two threads need the same N values of a function; who does not find one computes and stores it. For each value
 * there are 6 orders, 6^N together; whoever has stored it, it is the same. With -DTHREADS=3 it is 75^N. */
#include "../bench.h"
#ifndef THREADS
#define THREADS 2
#endif
sh known[N];
static int compute(int key) {
  return key * key + 1;
}
void *need(void *_) {
  for (int key = 0; key < N; key++) {
    if (L(known[key]) == 0) S(known[key], compute(key));
    assert(L(known[key]) == compute(key));
  }
  return 0;
}
int main(void) {
  pthread_t t[THREADS];
  for (int i = 0; i < THREADS; i++) spawn(&t[i], need, i);
  for (int i = 0; i < THREADS; i++) pthread_join(t[i], 0);
  for (int key = 0; key < N; key++) assert(L(known[key]) == compute(key));
  return 0;
}
