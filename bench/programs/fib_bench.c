/* two workers, N rounds each of a += b / b += a (separate load/load/store) */
#include "bench.h"
sh a, b;
void *wa(void *_) {
  for (int k = 0; k < N; k++) {
    int p = L(a);
    int q = L(b);
    S(a, p + q);
  }
  return 0;
}
void *wb(void *_) {
  for (int k = 0; k < N; k++) {
    int q = L(b);
    int p = L(a);
    S(b, p + q);
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
