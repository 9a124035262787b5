// Ten rounds and a bound of three: the claim covers only what was followed.
//@ verdict: TRUE(bounded)
//@ options: --unroll 3
//@ says: loops up to 3 rounds
#include <assert.h>

int main(void) {
  int n = 0;
  while (n < 10) n++;
  assert(n == 0);
  return 0;
}
