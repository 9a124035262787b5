// Unsigned arithmetic wraps around, in every width, and that is no overflow.
//@ verdict: TRUE
#include <assert.h>
#include <limits.h>

int main(void) {
  unsigned u = 0;
  u--;
  assert(u == UINT_MAX);
  assert(u + 1 == 0 && u * u == 1 && -u == 1);
  unsigned long l = ULONG_MAX;
  l += 2;
  assert(l == 1);
  assert(0ul - 1 == ~0ul);
  assert(3000000000u + 2000000000u == 705032704u);
  unsigned long long p = 0xffffffffULL;
  assert(p * p == 0xfffffffe00000001ULL);
  return 0;
}
