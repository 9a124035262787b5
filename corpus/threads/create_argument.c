// The argument of pthread_create arrives, the result of the thread comes back through pthread_join.
// T1 has no visible operation and ends when it is created, so there is only one execution.
//@ verdict: TRUE
//@ executions: naive 1
#include <assert.h>
#include <pthread.h>

void *twice(void *argument) {
  long value = (long)argument;
  return (void *)(2 * value);
}

int main(void) {
  pthread_t thread;
  void *result;
  int error = pthread_create(&thread, 0, twice, (void *)21);
  assert(error == 0);
  error = pthread_join(thread, &result);
  assert(error == 0);
  assert((long)result == 42);
  return 0;
}
