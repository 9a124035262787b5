// Five rounds and a bound of five: nothing is cut.
//@ verdict: TRUE
//@ options: --unroll 5
#include <assert.h>

int main(void) {
  int n = 0;
  while (n < 5) n++;
  assert(n == 5);
  return 0;
}
