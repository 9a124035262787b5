/* REAL BUG under SC: feasible only with x=2 ordered before x=1, an order saturation does not force
 */
#include "common.h"
int x, y, a, b, c, d, r1, s1, s2;
void *T1(void *p) {
  x = 1;
  a = 1;
  return 0;
}
void *T2(void *p) {
  x = 2;
  b = 1;
  return 0;
}
void *T3(void *p) {
  y = 1;
  c = 1;
  return 0;
}
void *T4(void *p) {
  y = 2;
  d = 1;
  return 0;
}
void *R1(void *p) {
  int u = c, v = d;
  if (u == 1 && v == 1)
    r1 = x;
  return 0;
}
void *S1(void *p) {
  int u = a, v = b;
  if (u == 1 && v == 1)
    s1 = y;
  return 0;
}
void *S2(void *p) {
  int u = a, v = b;
  if (u == 1 && v == 1)
    s2 = y;
  return 0;
}
#ifndef WANT
#define WANT 1
#endif
int main() {
  pthread_t p[7];
  pthread_create(&p[0], 0, T1, 0);
  pthread_create(&p[1], 0, T2, 0);
  pthread_create(&p[2], 0, T3, 0);
  pthread_create(&p[3], 0, T4, 0);
  pthread_create(&p[4], 0, R1, 0);
  pthread_create(&p[5], 0, S1, 0);
  pthread_create(&p[6], 0, S2, 0);
  for (int i = 0; i < 7; i++)
    pthread_join(p[i], 0);
  assert(!(r1 == WANT && s1 == 1 && s2 == 2));
  return 0;
}
