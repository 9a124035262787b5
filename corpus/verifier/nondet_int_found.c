// One of the ten values breaks the assertion, and the trace says which.
//@ verdict: FALSE(reach)
//@ line: 14
//@ says: chooses 7
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= x);
  __VERIFIER_assume(x < 10);
  assert(x * x != 49);
  return 0;
}
