// Two independent choices, of two and of three values: six executions, not twelve.
//@ verdict: TRUE
//@ executions: source 6, optimal 6, observers 6
#include "two.h"

extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

void *one(void *unused) {
  _Bool value = __VERIFIER_nondet_bool();
  (void)value;
  return 0;
}

void *two(void *unused) {
  int value = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= value && value <= 2);
  return 0;
}
