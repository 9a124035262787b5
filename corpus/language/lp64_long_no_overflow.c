// The sibling of ilp32_long_overflow.c: with a 64-bit long it fits.
//@ verdict: TRUE
#include <assert.h>
#include <limits.h>

int main(void) {
  long top = INT_MAX;
  long sum = top + 1;
  assert(sum == 2147483648);
  return 0;
}
