/* 1 writer doing N writes to x, N readers each one read: N+1 distinct values each; safe invariant
 */
#include "common.h"
#ifndef N
#define N 3
#endif
int x;
void *w(void *a) {
  for (int i = 1; i <= N; i++)
    x = i;
  return 0;
}
void *r(void *a) {
  int p = x;
  int q = x;
  assert(p <= q);
  return 0;
}
int main() {
  pthread_t t[N + 1];
  pthread_create(&t[N], 0, w, 0);
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], 0, r, 0);
  for (int i = 0; i <= N; i++)
    pthread_join(t[i], 0);
  return 0;
}
