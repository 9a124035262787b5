// Nobody tries 2^32 values one by one.
//@ verdict: UNKNOWN(nondeterminism)
//@ line: 9
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x % 7 < 7);
  return 0;
}
