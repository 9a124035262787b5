// A loop with a fixed number of rounds is followed to its end without a bound.
//@ verdict: TRUE
//@ executions: naive 1
//@ says: scope: all executions
#include <assert.h>

int main(void) {
  int sum = 0;
  for (int i = 1; i <= 100; i++) sum += i;
  assert(sum == 5050);
  return 0;
}
