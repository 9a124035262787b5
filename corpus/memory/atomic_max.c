// The maximum by a compare-exchange loop, which needs no bound of its own: each failure shows a larger value.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int maximum;

void *propose(void *argument) {
  int mine = (int)(long)argument;
  int seen = atomic_load(&maximum);
  while (seen < mine && !atomic_compare_exchange_weak(&maximum, &seen, mine)) {
  }
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, propose, (void *)5);
  pthread_create(&second, 0, propose, (void *)9);
  propose((void *)7);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(maximum == 9);
  return 0;
}
