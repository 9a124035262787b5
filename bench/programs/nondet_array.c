/* N threads put a value at the next free place and advance it, in separate steps; main looks at the
 * array at the end */
#include "bench.h"
/* SAME: all write one value, as they do in the published program by its counts */
#ifdef SAME
#define VALUE(p) 1
#else
#define VALUE(p) ((int)(long)(p) + 1)
#endif
sh next, cell[N];
void *w(void *p) {
  int k = L(next);
  assert(k < N);
  S(cell[k], VALUE(p));
  S(next, k + 1);
  return 0;
}
int main(void) {
  pthread_t t[N];
  S(next, 0);
  for (long k = 0; k < N; k++)
    spawn(&t[k], w, k);
  for (long k = 0; k < N; k++)
    pthread_join(t[k], 0);
  for (int k = 0; k < N; k++) {
    int x = L(cell[k]);
    assert(x >= 0 && x <= N);
  }
  return 0;
}
