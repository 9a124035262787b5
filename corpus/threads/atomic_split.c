// An _Atomic variable does not make `x = x + 1` atomic: it is a read and a write.
//@ verdict: FALSE(reach)
//@ line: 21
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

void *increment(void *unused) {
  counter = counter + 1;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, increment, 0);
  pthread_create(&second, 0, increment, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == 2);
  return 0;
}
