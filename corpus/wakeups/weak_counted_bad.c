// The rounds of a loop that tries again are taken to be few.
//@ verdict: FALSE(reach)
#include <assert.h>
#include <stdatomic.h>

static atomic_int x;

int main(void) {
  int expected = 0, rounds = 0;
  while (!atomic_compare_exchange_weak(&x, &expected, 1)) rounds++;
  assert(rounds == 0);
  return 0;
}
