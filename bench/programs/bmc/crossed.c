/* Of the 3^8 outcomes 334 happen; two more look as if they could until all writes of a variable are put in order. */
#include "common.h"
int x, y, a, b, c, d, e, f, g, h;
void *t1(void *p) { x = 1; a = y; b = x; return 0; }
void *t2(void *p) { x = 2; c = y; d = x; return 0; }
void *t3(void *p) { y = 2; e = x; f = y; return 0; }
void *t4(void *p) { y = 1; g = x; h = y; return 0; }
int main() {
  pthread_t p, q, r, s;
  pthread_create(&p, 0, t1, 0); pthread_create(&q, 0, t2, 0); pthread_create(&r, 0, t3, 0); pthread_create(&s, 0, t4, 0);
  pthread_join(p, 0); pthread_join(q, 0); pthread_join(r, 0); pthread_join(s, 0);
  assert(!(a == 1 && b == 1 && c == 2 && d == 2 && e == 1 && f == 2 && g == 2 && h == 1));
  return 0;
}
