// Shifts: the type is that of the promoted left operand; a negative number keeps its sign on the way right.
//@ verdict: TRUE
#include <assert.h>

int main(void) {
  assert(1 << 30 == 1073741824);
  assert(1u << 31 == 2147483648u);
  assert(1LL << 40 == 1099511627776LL);
  assert(-8 >> 1 == -4 && -1 >> 31 == -1);
  assert((unsigned)-8 >> 1 == 2147483644u);
  unsigned char c = 0xf0;
  assert(c << 4 == 0xf00 && (unsigned char)(c << 4) == 0 && c >> 4 == 15);
  assert(sizeof(c << 1L) == sizeof(int));
  unsigned long long big = 1;
  big <<= 63;
  assert(big >> 63 == 1 && (long long)big < 0);
  signed char s = -128;
  assert(s >> 7 == -1);
  return 0;
}
