// The sibling of weak_once.c with a loop, which spurious failures do not harm. The failure leaves `seen` as it was.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int sum;

void *add(void *argument) {
  int mine = (int)(long)argument;
  int seen = sum;
  while (!atomic_compare_exchange_weak(&sum, &seen, seen + mine)) {
  }
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, add, (void *)1);
  pthread_create(&second, 0, add, (void *)2);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(sum == 3);
  return 0;
}
