// The sibling of weak_counted_bad.c that counts without believing anything: more than one failure for no reason is cut.
//@ verdict: TRUE(bounded)
#include <assert.h>
#include <stdatomic.h>

static atomic_int x;

int main(void) {
  int expected = 0, rounds = 0;
  while (!atomic_compare_exchange_weak(&x, &expected, 1)) rounds++;
  assert(x == 1 || rounds > 0);
  return 0;
}
