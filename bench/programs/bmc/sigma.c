/* the creator bumps idx, each thread writes arr[idx]: unsafe unless joined at once */
#include "common.h"
#ifndef N
#define N 3
#endif
int arr[N];
int idx = -1;
void *th(void *a) {
  arr[idx] = 1;
  return 0;
}
int main() {
  pthread_t t[N];
  int k;
  for (k = 0; k < N; k++) {
    idx++;
    pthread_create(&t[k], 0, th, 0);
#ifndef BUG
    pthread_join(t[k], 0);
#endif
  }
#ifdef BUG
  for (k = 0; k < N; k++)
    pthread_join(t[k], 0);
#endif
  int s = 0;
  for (k = 0; k < N; k++)
    s += arr[k];
  assert(s == N);
  return 0;
}
