// Numbers that are taken from among pointers could be parts of addresses, as far as the analysis can tell: the claim names them.
// Variable arguments: promoted, of all sizes, read twice, handed on, and through pointers to functions.
//@ verdict: TRUE(bounded)
#include <stdarg.h>
#include <assert.h>
struct pair { int a, b; };
struct big { long x[3]; char c; };
static int vsum(int n, va_list ap) { int s = 0; while (n--) s += va_arg(ap, int); return s; }
static int sum(int n, ...) { va_list ap; va_start(ap, n); int s = vsum(n, ap); va_end(ap); return s; }
static long long mixed(const char *kinds, ...) {
  va_list ap, again; long long s = 0;
  va_start(ap, kinds); va_copy(again, ap);
  for (int round = 0; round < 2; round++) {
    for (const char *k = kinds; *k; k++)
      switch (*k) {
      case 'i': s = s * 3 + va_arg(ap, int); break;
      case 'l': s = s * 3 + va_arg(ap, long); break;
      case 'q': s = s * 3 + va_arg(ap, long long); break;
      case 'p': s = s * 3 + *va_arg(ap, int *); break;
      case 's': { struct pair p = va_arg(ap, struct pair); s = s * 3 + p.a - p.b; break; }
      case 'b': s = s * 3 + va_arg(ap, struct big).x[2]; break;
      }
    va_end(ap);
    va_copy(ap, again);
  }
  va_end(again); va_end(ap);
  return s;
}
static int next(va_list *ap) { return va_arg(*ap, int); }
static int byptr(int n, ...) { va_list ap; va_start(ap, n); int a = next(&ap); int b = next(&ap); va_end(ap); return a * 10 + b; }
struct pair mk(int a, ...) { va_list l; va_start(l, a); struct pair p = { a, va_arg(l, int) }; va_end(l); return p; }
int old();
int main(void) {
  int x = 7; struct pair p = { 5, 2 }; struct big b = { { 1, 2, 3 }, 'x' };
  assert(sum(0) == 0);
  assert(sum(3, 1, 2, 3) == 6);
  char c = -1; unsigned short h = 65535; _Bool t = 1;
  assert(sum(3, c, h, t) == 65535);
  long long m = mixed("ilqpsbi", -1, 5L, 1LL << 40, &x, p, b, 9);
  long long e = 0;
  for (int r = 0; r < 2; r++) { e = e*3-1; e = e*3+5; e = e*3+(1LL<<40); e=e*3+7; e=e*3+3; e=e*3+3; e=e*3+9; }
  assert(m == e);
  assert(byptr(0, 4, 2) == 42);
  int (*f)(int, ...) = sum;
  assert(f(2, 20, 22) == 42 && (*f)(1, sum(2, 1, 1)) == 2);
  assert(mk(1, 2).b == 2);
  assert(old(3, 4) == 7);
  return 0;
}
int old(a, b) int a, b; { return a + b; }
