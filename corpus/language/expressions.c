// Comma, conditional, compound assignment and ++/-- in all forms, as values too.
//@ verdict: TRUE
#include <assert.h>

int main(void) {
  int a = 1, b = 2, c;
  c = (a++, b += a, a + b);
  assert(a == 2 && b == 4 && c == 6);
  c = a > b ? 1 : a == 2 ? 2 : 3;
  assert(c == 2);
  a = b = c = 9;
  assert(a + b + c == 27);
  assert((a += 1) == 10 && (a -= 3) == 7 && (a *= 2) == 14 && (a /= 3) == 4 && (a %= 3) == 1);
  assert((a <<= 4) == 16 && (a >>= 1) == 8 && (a |= 3) == 11 && (a &= 6) == 2 && (a ^= 7) == 5);
  assert(a++ == 5 && a-- == 6 && ++a == 6 && --a == 5);
  int array[3] = {0}, i = 0;
  array[i++] = 5;
  array[i++] += 6;
  assert(i == 2 && array[0] == 5 && array[1] == 6);
  unsigned char narrow = 250;
  assert((narrow += 10) == 4 && narrow == 4);
  assert(!5 == 0 && !!5 == 1 && -(-3) == +3 && ~0 == -1);
  assert((1 | 2 ^ 3 & 2) == 1 && 1 + 2 << 1 == 6 && (5 & 4) == 4);
  long l = 5;
  int d = -2;
  l *= d;
  unsigned u = 3;
  d += u;
  assert(l == -10 && d == 1);
  return 0;
}
