// The sibling of lost_update.c with an atomic: ++ and += on an _Atomic int, and atomic_fetch_add, are one operation each.
// Each thread has 3 operations: C(3 + 3 + 2, 4) - 1 = 69 (sum over r = 0..3 of C(3 + r + 1, 3) = 4 + 10 + 20 + 35).
//@ verdict: TRUE
//@ executions: naive 69
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic int counter;

void *increment(void *unused) {
  counter++;
  counter += 2;
  atomic_fetch_add(&counter, 3);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, increment, 0);
  pthread_create(&second, 0, increment, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == 12);
  return 0;
}
