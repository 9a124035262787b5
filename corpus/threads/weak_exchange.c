// A weak compare-exchange outside of a loop: with --no-spurious it fails only if the values differ.
//@ verdict: TRUE
//@ options: --no-spurious
//@ says: weak compare-exchanges fail only for a reason (--no-spurious)
#include <assert.h>
#include <stdatomic.h>

atomic_int x = 1;

int main(void) {
  int expected = 1;
  assert(atomic_compare_exchange_weak(&x, &expected, 2));
  return 0;
}
