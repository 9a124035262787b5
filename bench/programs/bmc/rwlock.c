#include "common.h"
int w, r, x, y;
void *writer(void *a) {
  ABEG();
  ASSUME(w == 0 && r == 0);
  w = 1;
  AEND();
  x = 3;
  ABEG();
  w = 0;
  AEND();
  return 0;
}
void *reader(void *a) {
  int l;
  ABEG();
  ASSUME(w == 0);
  r = r + 1;
  AEND();
  l = x;
  y = l;
  assert(y == x);
  ABEG();
  r = r - 1;
  AEND();
  return 0;
}
#ifdef BUG
void *reader2(void *a) {
  x = 4;
  return 0;
}
#endif
int main() {
  pthread_t a, b, c, d;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_create(&c, 0, writer, 0);
#ifdef BUG
  pthread_create(&d, 0, reader2, 0);
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
