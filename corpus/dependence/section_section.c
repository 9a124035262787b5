// Two atomic sections are two events, whatever is in them: two classes. See section_split.c.
//@ verdict: TRUE
//@ executions: source 2, optimal 2, observers 2
#include "two.h"

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
atomic_int x, y;

void *one(void *unused) {
  __VERIFIER_atomic_begin();
  atomic_store(&x, 1);
  atomic_store(&y, 1);
  __VERIFIER_atomic_end();
  return 0;
}

void *two(void *unused) {
  __VERIFIER_atomic_begin();
  int sum = atomic_load(&x) + atomic_load(&y);
  __VERIFIER_atomic_end();
  (void)sum;
  return 0;
}
