/* N threads look at one cell and write it (46_monabsex style) */
#include "bench.h"
sh s;
void *w(void *p) {
  int r = L(s);
  assert(r >= 0 && r <= N);
  S(s, (int)(long)p + 1);
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
