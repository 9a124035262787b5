// Reading in one atomic section and writing in another one is no better than no section at all.
//@ verdict: FALSE(reach)
//@ line: 24
#include <assert.h>
#include <pthread.h>

int counter;

int __VERIFIER_atomic_read(void) { return counter; }
void __VERIFIER_atomic_write(int value) { counter = value; }

void *increment(void *unused) {
  int value = __VERIFIER_atomic_read();
  __VERIFIER_atomic_write(value + 1);
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
