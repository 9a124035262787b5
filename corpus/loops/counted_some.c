// The bound cuts off the executions with more rounds, and others come to their end.
//@ verdict: TRUE(bounded)
//@ options: --unroll 3
#include <assert.h>
#include <stdatomic.h>
extern _Bool __VERIFIER_nondet_bool(void);
static atomic_int sum;
int main(void) {
  int rounds = __VERIFIER_nondet_bool() ? 2 : 10;
  for (int i = 0; i < rounds; i++)
    atomic_fetch_add(&sum, i);
  assert(rounds > 2 || sum == 1);
  return 0;
}
