#include "common.h"
int e0, e1, n0, n1, x;
void *t0(void *a) {
  e0 = 1;
  int t = n1;
  n0 = t + 1;
  e0 = 0;
  WAIT(!e1);
  WAIT(n1 == 0 || n1 >= n0);
  x = 0;
  assert(x <= 0);
  n0 = 0;
  return 0;
}
#ifdef BUG
void *t1(void *a) {
  e1 = 1;
  int t = n0;
  n1 = t + 1;
  e1 = 0;
  WAIT(!e0);
  WAIT(n0 == 0 || n0 >= n1);
  x = 1;
  assert(x >= 1);
  n1 = 0;
  return 0;
}
#else
void *t1(void *a) {
  e1 = 1;
  int t = n0;
  n1 = t + 1;
  e1 = 0;
  WAIT(!e0);
  WAIT(n0 == 0 || n0 > n1);
  x = 1;
  assert(x >= 1);
  n1 = 0;
  return 0;
}
#endif
int main() {
  pthread_t p, q;
  pthread_create(&p, 0, t0, 0);
  pthread_create(&q, 0, t1, 0);
  pthread_join(p, 0);
  pthread_join(q, 0);
  return 0;
}
