/* two workers, N rounds each of a += b / b += a (separate load/load/store); -DMODULO=k: modulo k */
#include "bench.h"
#ifdef MODULO
#define SUM(p, q) (((p) + (q)) % MODULO)
#else
#define SUM(p, q) ((p) + (q))
#endif
sh a, b;
void *wa(void *_) {
  for (int k = 0; k < N; k++) {
    int p = L(a);
    int q = L(b);
    S(a, SUM(p, q));
  }
  return 0;
}
void *wb(void *_) {
  for (int k = 0; k < N; k++) {
    int q = L(b);
    int p = L(a);
    S(b, SUM(p, q));
  }
  return 0;
}
int main(void) {
  pthread_t t[2];
  S(a, 1);
  S(b, 1);
  spawn(&t[0], wa, 0);
  spawn(&t[1], wb, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
