// Pointer arithmetic in elements, comparisons, differences, one past the end, pointers to pointers.
//@ verdict: TRUE
#include <assert.h>
#include <stddef.h>

static void advance(int **p, int by) { *p += by; }

int main(void) {
  int a[5] = {10, 11, 12, 13, 14};
  int *p = a, *end = a + 5;
  assert(end - p == 5 && p < end && end > p && p <= p && p != end);
  assert(*(p + 2) == 12 && p[4] == 14 && *++p == 11 && *p++ == 11 && *p == 12);
  advance(&p, 2);
  assert(*p == 14 && p - a == 4 && p + 1 == end);
  assert(p[-3] == 11 && *(end - 1) == 14);
  int sum = 0;
  for (int *q = a; q != end; ++q) sum += *q;
  assert(sum == 60);
  int **pp = &p, ***ppp = &pp;
  ***ppp = 0;
  assert(a[4] == 0 && **pp == 0 && &**pp == p);
  p -= 4;
  assert((*p)++ == 10 && a[0] == 11 && ++*p == 12);
  ptrdiff_t d = &a[1] - &a[4];
  assert(d == -3);
  int *null = NULL;
  assert(!null && null == 0 && p && (null ? 0 : 1));
  return 0;
}
