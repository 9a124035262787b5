/* Burns, 2 threads, N rounds, awaits tested once (-DSTATIC: main stores nothing, all is 0 from the start) */
#include "bench.h"
sh f[2], crit;
void *p0(void *_) {
  for (int k = 0; k < N; k++) {
    S(f[0], 1);
    if (!L(f[1])) {
      S(crit, 1);
      int c = L(crit);
      assert(c == 1);
    }
    S(f[0], 0);
  }
  return 0;
}
void *p1(void *_) {
  for (int k = 0; k < N; k++) {
    S(f[1], 0);
    if (L(f[0]))
      continue;
    S(f[1], 1);
    if (!L(f[0])) {
      S(crit, 2);
      int c = L(crit);
      assert(c == 2);
    }
    S(f[1], 0);
  }
  return 0;
}
int main(void) {
  pthread_t t[2];
#ifndef STATIC
  S(f[0], 0);
  S(f[1], 0);
  S(crit, 0);
#endif
  spawn(&t[0], p0, 0);
  spawn(&t[1], p1, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
