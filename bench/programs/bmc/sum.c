/* N threads, atomic add of i: safe ; without atomic: unsafe */
#include "common.h"
#ifndef N
#define N 3
#endif
int s;
void *th(void *a) {
#ifndef BUG
  ABEG();
#endif
  s = s + 1;
#ifndef BUG
  AEND();
#endif
  return 0;
}
int main() {
  pthread_t t[N];
  int k;
  for (k = 0; k < N; k++)
    pthread_create(&t[k], 0, th, 0);
  for (k = 0; k < N; k++)
    pthread_join(t[k], 0);
  assert(s == N);
  return 0;
}
