// The sibling of atomic_max.c that stores what it compared too long ago: a smaller value overwrites a larger one.
//@ verdict: FALSE(reach)
//@ line: 22
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int maximum;

void *propose(void *argument) {
  int mine = (int)(long)argument;
  if (atomic_load(&maximum) < mine) atomic_store(&maximum, mine);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, propose, (void *)5);
  pthread_create(&second, 0, propose, (void *)9);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(maximum == 9);
  return 0;
}
