/* N threads write one cell and look at it (45_monabsex style) */
#include "bench.h"
/* SAME: all write one value, as they do in the published program by its counts */
#ifdef SAME
#define VALUE(p) 1
#else
#define VALUE(p) ((int)(long)(p) + 1)
#endif
sh s;
void *w(void *p) {
  S(s, VALUE(p));
  int r = L(s);
  assert(r >= 1 && r <= N);
  return 0;
}
int main(void) {
  pthread_t t[N];
  S(s, 0);
  for (long k = 0; k < N; k++)
    spawn(&t[k], w, k);
  for (long k = 0; k < N; k++)
    pthread_join(t[k], 0);
  return 0;
}
