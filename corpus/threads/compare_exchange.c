// Two threads race for a slot by compare-exchange: exactly one wins, the loser is told who did.
// One operation each, and no operation on `expected`, which stays local: C(1 + 1 + 2, 2) - 1 = 5.
//@ verdict: TRUE
//@ executions: naive 5
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

atomic_int owner;

void *claim(void *argument) {
  int me = (int)(long)argument;
  int expected = 0;
  if (atomic_compare_exchange_strong(&owner, &expected, me)) return (void *)1;
  assert(expected == 3 - me);
  return (void *)0;
}

int main(void) {
  pthread_t first, second;
  void *won_first, *won_second;
  pthread_create(&first, 0, claim, (void *)1);
  pthread_create(&second, 0, claim, (void *)2);
  pthread_join(first, &won_first);
  pthread_join(second, &won_second);
  assert((long)won_first + (long)won_second == 1);
  assert(owner == (won_first ? 1 : 2));
  return 0;
}
