// __atomic_compare_exchange_n with its `weak` argument set may fail for no reason; the program takes that for a loss.
//@ verdict: FALSE(reach)
//@ line: 12
#include <assert.h>
#include <pthread.h>

int owner;

void *claim(void *argument) {
  int nobody = 0, me = (int)(long)argument;
  if (__atomic_compare_exchange_n(&owner, &nobody, me, 1, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return 0;
  assert(nobody != 0);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, claim, (void *)1);
  claim((void *)2);
  pthread_join(thread, 0);
  return 0;
}
