/* N writers write distinct values once; one reader reads once, nobody reads afterwards. The values
 * are 1..N; -DZERO: 0..N-1, so that one of them writes what is there already */
#include "bench.h"
#ifdef ZERO
#define FIRST 0
#else
#define FIRST 1
#endif
sh v;
void *w(void *p) {
  S(v, (int)(long)p + FIRST);
  return 0;
}
void *r(void *_) {
  int x = L(v);
  assert(x >= 0 && x <= N);
  return 0;
}
int main(void) {
  pthread_t t[N + 1];
  S(v, 0);
  for (long k = 0; k < N; k++)
    spawn(&t[k], w, k);
  spawn(&t[N], r, 0);
  for (long k = 0; k <= N; k++)
    pthread_join(t[k], 0);
  return 0;
}
