// The number of rounds is an input: 0 to 4, five executions.
//@ verdict: TRUE
//@ executions: naive 5
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  __VERIFIER_assume(n <= 4);
  do {
    if (i == n) break;
    i++;
  } while (1);
  assert(i == n);
  return 0;
}
