// A helper that chooses between two bounds, used twice: 3 * 3 = 9 pairs, of which 6 get past.
// The bounds are parameters, so no range is known beforehand: a case for a symbolic engine.
//@ verdict: UNKNOWN(nondeterminism)
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int between(int low, int high) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(low <= x && x <= high);
  return x;
}

int main(void) {
  int a = between(0, 2);
  int b = between(10, 12);
  __VERIFIER_assume(a + b > 11);
  assert(a >= 0 && b - a >= 8);
  assert(a + b == 12 || a + b == 13 || a + b == 14);
  return 0;
}
