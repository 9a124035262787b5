// The thread returns the address of its local variable: when main reads the result the variable is gone.
//@ verdict: FALSE(memory)
//@ line: 18
//@ says: use after
#include <pthread.h>

void *compute(void *argument) {
  long result = 2 * (long)argument;
  long *pointer = &result;
  return pointer;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, compute, (void *)21);
  pthread_join(thread, &result);
  return (int)*(long *)result;
}
