// The first round sets what the others use.
//@ verdict: TRUE
#include <assert.h>

int main(void) {
  int first, sum = 0;
  for (int i = 0; i < 3; i++) {
    if (i == 0) first = 4;
    sum += first;
  }
  assert(sum == 12);
  int x;
  x ^= x;
  assert(x == 0);
  return 0;
}
