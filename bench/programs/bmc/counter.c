#include "common.h"
#ifndef N
#define N 2
#endif
#ifndef K
#define K 2
#endif
int c;
pthread_mutex_t m;
void *inc(void *a) {
  for (int i = 0; i < K; i++) {
#ifdef LOCK
    pthread_mutex_lock(&m);
#endif
    int t = c;
    c = t + 1;
#ifdef LOCK
    pthread_mutex_unlock(&m);
#endif
  }
  return 0;
}
int main() {
  pthread_t t[N];
  pthread_mutex_init(&m, 0);
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], 0, inc, 0);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], 0);
  assert(c == N * K);
  return 0;
}
