// The same without the option: it may fail for no reason, and leaves everything as it is.
//@ verdict: FALSE(reach)
//@ line: 12
#include <assert.h>
#include <stdatomic.h>

atomic_int x = 1;

int main(void) {
  int expected = 1;
  if (!atomic_compare_exchange_weak(&x, &expected, 2)) assert(x == 1 && expected == 1);
  assert(x == 2);
  return 0;
}
