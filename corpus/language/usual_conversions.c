// The usual arithmetic conversions: the common type decides about signs and wrapping.
//@ verdict: TRUE
#include <assert.h>

int main(void) {
  int minus = -1;
  unsigned one = 1;
  assert(minus > one);
  assert(minus + one == 0);
  assert((long)minus < one);
  assert(minus < 1L && (long)minus < 1U);
  assert(minus > 1UL);
  assert((unsigned char)minus == 255 && (signed char)255 == minus);
  assert(minus / 2u == 2147483647u);
  assert((1 ? minus : one) > 0);
  assert(sizeof(minus + 1L) == 8 && sizeof(one + 1LL) == 8);
  long long wide = -1;
  assert(wide < one && one - 2 > wide);
  assert((short)70000 == 4464);
  return 0;
}
