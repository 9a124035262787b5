/* N threads put a value at the next free place and advance it, in separate steps; main looks at the
 * array at the end */
#include "bench.h"
sh next, cell[N];
void *w(void *p) {
  int k = L(next);
  assert(k < N);
  S(cell[k], (int)(long)p + 1);
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
