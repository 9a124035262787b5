// The program of weak_once.c when weak compare-exchanges fail only for a reason, as they do on x86.
//@ verdict: TRUE
//@ options: --no-spurious
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int owner;

void *claim(void *argument) {
  int nobody = 0;
  atomic_compare_exchange_weak(&owner, &nobody, (int)(long)argument);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, claim, (void *)1);
  pthread_create(&second, 0, claim, (void *)2);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(owner != 0);
  return 0;
}
