// Atomic functions take arguments and give results: a compare-and-swap made of one.
//@ verdict: TRUE
//@ executions: naive 5
#include <assert.h>
#include <pthread.h>

int owner;

int __VERIFIER_atomic_swap_if(int *cell, int expected, int desired) {
  if (*cell != expected) return 0;
  *cell = desired;
  return 1;
}

void *claim(void *me) { return (void *)(long)__VERIFIER_atomic_swap_if(&owner, 0, (int)(long)me); }

int main(void) {
  pthread_t first, second;
  void *a, *b;
  pthread_create(&first, 0, claim, (void *)1);
  pthread_create(&second, 0, claim, (void *)2);
  pthread_join(first, &a);
  pthread_join(second, &b);
  assert((a != 0) + (b != 0) == 1);
  return 0;
}
