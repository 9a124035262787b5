// Division goes towards zero, and the remainder has the sign of the dividend.
//@ verdict: TRUE
#include <assert.h>

int main(void) {
  int a = 7, b = -7;
  assert(a / 2 == 3 && b / 2 == -3 && a / -2 == -3 && b / -2 == 3);
  assert(a % 2 == 1 && b % 2 == -1 && a % -2 == 1 && b % -2 == -1);
  assert((b / 2) * 2 + b % 2 == b);
  assert(b % 4u == 1);
  assert((unsigned)b / 2 == 2147483644u);
  long long wide = -9223372036854775807LL - 1;
  assert(wide / 10 == -922337203685477580LL && wide % 10 == -8);
  signed char c = -100;
  c /= 3;
  assert(c == -33);
  c %= 10;
  assert(c == -3);
  return 0;
}
