/* N writers of one cell, all but thread 0 write the same value; main reads it at the end */
#include "bench.h"
sh cell;
void *w(void *p) {
  S(cell, (long)p == 0 ? 2 : 1);
  return 0;
}
int main(void) {
  pthread_t t[N];
  S(cell, 0);
  for (long k = 0; k < N; k++)
    spawn(&t[k], w, k);
  for (long k = 0; k < N; k++)
    pthread_join(t[k], 0);
  int r = L(cell);
  assert(r == 1 || r == 2);
  return 0;
}
