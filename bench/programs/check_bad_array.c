/* N threads share a length: each looks at it, uses the cell below it, and shortens the array, in
 * separate steps; a bad length is never used */
#include "bench.h"
sh length, cell[N];
void *w(void *p) {
  int n = L(length);
  if (n > 0) {
    S(cell[n - 1], (int)(long)p + 1);
    S(length, n - 1);
  }
  return 0;
}
int main(void) {
  pthread_t t[N];
  S(length, N);
  for (long k = 0; k < N; k++)
    spawn(&t[k], w, k);
  for (long k = 0; k < N; k++)
    pthread_join(t[k], 0);
  int n = L(length);
  assert(n >= 0 && n < N);
  return 0;
}
