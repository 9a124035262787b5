/* two threads write the same cell N times each, a third reads it once; -DWRITES=k: k times N
 * writes, -DREADS=k: k reads */
#include "bench.h"
#ifndef WRITES
#define WRITES 1
#endif
#ifndef READS
#define READS 1
#endif
#define EACH (WRITES * N)
/* SAME: all write one value, as they do in the published program by its counts */
#ifdef SAME
#define VALUE(k) 1
#else
#define VALUE(k) ((k) + 1)
#endif
sh v;
void *w(void *p) {
  for (int k = 0; k < EACH; k++)
    S(v, VALUE((int)(long)p * EACH + k));
  return 0;
}
void *r(void *_) {
  for (int k = 0; k < READS; k++) {
    int x = L(v);
    assert(x >= 0 && x <= 2 * EACH);
  }
  return 0;
}
int main(void) {
  pthread_t t[3];
  S(v, 0);
  spawn(&t[0], w, 0);
  spawn(&t[1], w, 1);
  spawn(&t[2], r, 0);
  for (int k = 0; k < 3; k++)
    pthread_join(t[k], 0);
  return 0;
}
