#include "common.h"
int x, y, r1, r2;
void *t1(void *a) {
  r1 = x;
  y = 1;
  return 0;
}
void *t2(void *a) {
  r2 = y;
  x = 1;
  return 0;
}
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, t1, 0);
  pthread_create(&b, 0, t2, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!(r1 == 1 && r2 == 1));
  return 0;
}
