// Ten rounds and a bound of three: no execution comes to its end, so there is nothing to claim.
//@ verdict: UNKNOWN(bound)
//@ options: --unroll 3
//@ says: the loop at
//@ says: unroll_too_few.c:10:
#include <assert.h>

int main(void) {
  int n = 0;
  while (n < 10) n++;
  assert(n == 0);
  return 0;
}
