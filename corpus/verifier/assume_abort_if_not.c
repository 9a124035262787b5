// assume_abort_if_not bounds a value like __VERIFIER_assume: 6 values.
//@ verdict: TRUE
//@ executions: naive 6
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
void assume_abort_if_not(int cond) {
  if (!cond) abort();
}

int main(void) {
  int month = __VERIFIER_nondet_int();
  assume_abort_if_not(month > 6);
  assume_abort_if_not(month <= 12);
  assert(month / 7 == 1);
  return 0;
}
