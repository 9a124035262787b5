// A loop made of goto is a loop too.
//@ verdict: TRUE(bounded)
//@ options: --unroll 4
//@ says: loops up to 4 rounds
#include <assert.h>

int main(void) {
  int n = 0;
again:
  n++;
  if (n < 20) goto again;
  assert(n == 20);
  return 0;
}
