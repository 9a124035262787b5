/* N threads that add different numbers, each in one step: safe; without atomic: unsafe */
#include "common.h"
#ifndef N
#define N 3
#endif
int s;
void *th(void *a) {
  int k = (int)(long)a;
#ifndef BUG
  ABEG();
#endif
  s = s + k;
#ifndef BUG
  AEND();
#endif
  return 0;
}
int main() {
  pthread_t t[N];
  int k;
  for (k = 0; k < N; k++)
    pthread_create(&t[k], 0, th, (void *)(long)(k + 1));
  for (k = 0; k < N; k++)
    pthread_join(t[k], 0);
  assert(s == N * (N + 1) / 2);
  return 0;
}
