// An assertion that fails before the assumption would have stopped the run counts; the one behind it does not.
//@ verdict: FALSE(reach)
//@ line: 11
#include <assert.h>

extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int x = __VERIFIER_nondet_bool();
  if (x) assert(x == 2);
  __VERIFIER_assume(!x);
  assert(x == 0);
  return 0;
}
