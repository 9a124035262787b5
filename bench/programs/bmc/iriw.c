#include "common.h"
int x, y, a, b, c, d;
void *t1(void *p) {
  x = 1;
  return 0;
}
void *t2(void *p) {
  y = 1;
  return 0;
}
void *t3(void *p) {
  a = x;
  b = y;
  return 0;
}
void *t4(void *p) {
  c = y;
  d = x;
  return 0;
}
int main() {
  pthread_t p, q, r, s;
  pthread_create(&p, 0, t1, 0);
  pthread_create(&q, 0, t2, 0);
  pthread_create(&r, 0, t3, 0);
  pthread_create(&s, 0, t4, 0);
  pthread_join(p, 0);
  pthread_join(q, 0);
  pthread_join(r, 0);
  pthread_join(s, 0);
  assert(!(a == 1 && b == 0 && c == 1 && d == 0));
  return 0;
}
