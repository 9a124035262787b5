// A loop made of goto is a loop too, and is named if the bound cuts it off always.
//@ verdict: UNKNOWN(bound)
//@ options: --unroll 4
//@ says: goto_loop.c:11:
#include <assert.h>

int main(void) {
  int n = 0;
again:
  n++;
  if (n < 20) goto again;
  assert(n == 20);
  return 0;
}
