#include "common.h"
#ifndef N
#define N 2
#endif
int next_t, serving, c;
void *th(void *a) {
  int my;
  ABEG();
  my = next_t;
  next_t = next_t + 1;
  AEND();
#ifdef BUG
  WAIT(serving >= my - 1);
#else
  WAIT(serving == my);
#endif
  int t = c;
  c = t + 1;
  serving = serving + 1;
  return 0;
}
int main() {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], 0, th, 0);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], 0);
  assert(c == N);
  return 0;
}
