// Integers of 128 bits under all operators.
//@ verdict: TRUE
#include <assert.h>

typedef unsigned __int128 wide;
typedef __int128_t number;

static wide shifted = (wide)1 << 100;
static number table[2] = { -1, 5 };
static struct pair { char c; number n; } pair = { 'x', -7 };
static const __uint128_t third = ~(__uint128_t)0 / 3;

static number twice(number it) { return it + it; }
static wide of(unsigned long high, unsigned long low) { return (wide)high << 64 | low; }

int main(void) {
  assert(sizeof(wide) == 16 && _Alignof(wide) == 16 && sizeof(pair) == 32);
  assert(shifted >> 99 == 2 && table[0] == -1 && table[0] >> 64 == -1 && pair.n == -7);
  assert((unsigned long)(third >> 64) == 0x5555555555555555 && (unsigned long)third == 0x5555555555555555);

  wide a = of(1, 2), b = of(0, 3);
  assert(a + b == of(1, 5) && a - b == of(0, -1UL) && b - a == of(-1UL, 1));
  assert(a * b == of(3, 6) && a / b == of(0, 0x5555555555555556) && a % b == 0);
  assert(of(5, 7) / of(2, 9) == 2 && of(5, 7) % of(2, 9) == of(0, -11UL));
  assert((a & b) == 2 && (a | b) == of(1, 3) && (a ^ b) == of(1, 1) && ~a == of(-2UL, -3UL));
  assert(a << 3 == of(8, 16) && a << 64 == of(2, 0) && a >> 1 == of(0, (1UL << 63) + 1) && a >> 64 == 1);
  assert(a > b && b < a && a >= a && a <= a && a != b && !(a == b));

  number n = -10;
  assert(n / 3 == -3 && n % 3 == -1 && n * 5 == -50 && -n == 10 && twice(n) == -20);
  assert(n < 0 && n < (number)b && (n ? 1 : 0) && !(n - n));
  n += 3, n -= 1, n *= 4, n /= 5, n %= 4, n |= 8, n ^= 1;
  assert(n == (((((-10 + 3 - 1) * 4) / 5) % 4) | 8) ^ 1);
  number before = n;
  assert(n++ == before && ++n == before + 2 && n-- == before + 2);
  int small = 7;
  small += (number)1 << 40 >> 39;
  small <<= (wide)2;
  assert(small == 36 && (small << (number)1) == 72);
  _Bool some = of(1, 0);
  assert(some);

  assert((double)of(1, 0) == 18446744073709551616.0 && (float)(number)-3 == -3);
  assert((wide)3e25 == (wide)3e25 && (number)-1.5e30 < (number)-1e30);
  assert((wide)(double)of(0x8000000000000000, 0x400) == of(0x8000000000000000, 0));
  number *p = &pair.n;
  *p = *p * *p;
  assert(pair.n == 49 && (int)pair.n == 49 && (unsigned char)(pair.n + 256) == 49);
  return 0;
}
