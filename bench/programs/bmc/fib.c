#include "common.h"
#ifndef N
#define N 3
#endif
/* FIBB = fib(2N+2) is the largest value reachable: N=2:8 3:21 4:55 5:144 6:377 7:987 8:2584 */
int i = 1, j = 1;
void *t1(void *a) {
  for (int k = 0; k < N; k++)
    i = i + j;
  return 0;
}
void *t2(void *a) {
  for (int k = 0; k < N; k++)
    j = j + i;
  return 0;
}
#ifdef BUG
#define BAD(v) ((v) >= FIBB)
#else
#define BAD(v) ((v) > FIBB)
#endif
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, t1, 0);
  pthread_create(&b, 0, t2, 0);
  int p = i;
  int q = j;
  assert(!BAD(p) && !BAD(q));
  return 0;
}
