/* main advances an index and starts a thread, N times; each thread marks the cell at the index that
 * it finds; main looks at the marks (sigma style) */
#include "bench.h"
sh at, mark[N];
void *w(void *_) {
  int k = L(at);
  S(mark[k], 1);
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (long k = 0; k < N; k++) {
    S(at, (int)k);
    spawn(&t[k], w, k);
  }
  for (long k = 0; k < N; k++)
    pthread_join(t[k], 0);
  int marks = 0;
  for (int k = 0; k < N; k++)
    marks += L(mark[k]);
  assert(marks >= 1 && marks <= N);
  return 0;
}
