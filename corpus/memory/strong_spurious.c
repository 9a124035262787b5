// A strong compare-exchange never fails without a reason, whatever weak ones do.
//@ verdict: TRUE
//@ executions: naive 2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int owner;

void *claim(void *argument) {
  int nobody = 0;
  if (!atomic_compare_exchange_strong(&owner, &nobody, (int)(long)argument)) assert(nobody != 0);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, claim, (void *)1);
  claim((void *)2);
  pthread_join(thread, 0);
  return 0;
}
