//@ verdict: TRUE
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);
int main(void) {
  int i = 1, k = 2;
  int sum = (__VERIFIER_nondet_bool() && i++) + k;
  assert(sum == k || sum == k + 1);
  sum = __VERIFIER_nondet_bool() ? i++ : i;
  return 0;
}
