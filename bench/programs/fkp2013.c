/* N threads increment a counter in two steps, one looks at it (fkp2013 style) */
#include "bench.h"
sh x;
void *increment(void *_) {
  int r = L(x);
  S(x, r + 1);
  return 0;
}
void *look(void *_) {
  int r = L(x);
  assert(r <= N);
  return 0;
}
int main(void) {
  pthread_t t[N + 1];
  S(x, 0);
  spawn(&t[0], look, 0);
  for (long k = 1; k <= N; k++)
    spawn(&t[k], increment, k);
  for (long k = 0; k <= N; k++)
    pthread_join(t[k], 0);
  return 0;
}
