// In a loop spurious failures do no harm: a round that changes nothing is none that the bound could cut.
//@ verdict: TRUE
//@ options: --unroll 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

void *add(void *argument) {
  int old = counter;
  while (!atomic_compare_exchange_weak(&counter, &old, old + 1)) {
  }
  return 0;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, add, 0);
  pthread_create(&two, 0, add, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  assert(counter == 2);
  return 0;
}
