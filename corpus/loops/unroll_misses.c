// The sibling of unroll_too_few.c: with a bound of ten, the wrong assertion is reached.
//@ verdict: FALSE(reach)
//@ line: 10
//@ options: --unroll 10
#include <assert.h>

int main(void) {
  int n = 0;
  while (n < 10) n++;
  assert(n == 0);
  return 0;
}
