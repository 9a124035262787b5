// unsigned, short and long values with bounds at the far ends of their types: 3 * 2 * 2 = 12 executions.
//@ verdict: TRUE
//@ executions: naive 12
#include <assert.h>
#include <limits.h>

extern unsigned int __VERIFIER_nondet_uint(void);
extern short __VERIFIER_nondet_short(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned int u = __VERIFIER_nondet_uint();
  __VERIFIER_assume(u >= UINT_MAX - 2);
  short s = __VERIFIER_nondet_short();
  __VERIFIER_assume(s < SHRT_MIN + 2);
  long l = __VERIFIER_nondet_long();
  __VERIFIER_assume(l > LONG_MAX - 2);
  assert(u + 3 < 3);
  assert(s < 0 && (short)(s - 2) > 0);
  assert(l / 2 == LONG_MAX / 2);
  return 0;
}
