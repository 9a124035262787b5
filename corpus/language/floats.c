// Numbers of all floating-point types under all operators.
//@ verdict: TRUE
//@ says: long double has the precision and range of double
#include <assert.h>
#include <float.h>

double third = 1.0 / 3;
float six = 0x1.8p2;
long double held = 2.5L;
static const double table[3] = { 1, 2.5f, .3e3 };
struct part { float a; double b; char c; } part = { 1.5f, 2.25, 'x' };

static float half(float x) { return x / 2; }
static struct part scaled(struct part it, double by) { it.a *= by; it.b *= by; return it; }

int main(void) {
  assert(third * 3 == 1 && six == 6 && table[1] == 2.5 && table[2] == 300);
  assert(0.1 + 0.2 != 0.3 && 0.1f + 0.2f == 0.3f);
  assert((float)0.1 != 0.1 && 16777217.0f == 16777216);
  assert(half(3) == 1.5 && scaled(part, 2).b == 4.5 && part.b == 2.25);

  double infinite = 1 / 0.0, none = infinite - infinite;
  assert(infinite > DBL_MAX && -infinite < -DBL_MAX);
  assert(none != none && !(none < 1) && !(none >= 1) && !(none == none));
  assert(0.0 == -0.0 && 1 / -0.0 == -infinite);

  int whole = 7;
  whole *= 1.5;
  whole -= 0.75f;
  assert(whole == 9 && (int)-2.9 == -2 && (unsigned char)200.7 == 200);
  double d = 1;
  d++, ++d, d--;
  assert(d-- == 2 && d == 1 && -d == -1 && +d == 1);
  assert(d ? 1 : 0);
  if (!d) assert(0);
  assert((d && 0.5f) && !(0.0 || -0.0));
  _Bool some = 0.1;
  assert(some == 1);
  assert((1 ? 1 : 2.5) / 2 == 0.5);

  double *p = &d;
  *p += 4;
  assert(d == 5 && d > 4.5f && d >= 5 && d < 6 && d <= 5);
  held *= 2;
  assert(held == 5 && sizeof held >= 12);
  unsigned long long most = -1;
  assert((double)most == 18446744073709551616.0 && (float)most == 18446744073709551616.0f);
  assert(sizeof(1.0f + 1) == sizeof(float) && sizeof(1.0f + 1.0) == sizeof(double));
  return 0;
}
