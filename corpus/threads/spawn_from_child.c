// A child starts a grandchild, joins it and passes its result on. No two operations are concurrent.
//@ verdict: TRUE or open
//@ executions: naive 1
#include <assert.h>
#include <pthread.h>

int log_size;

void *grandchild(void *argument) {
  log_size = log_size + 1;
  return (char *)argument + 1;
}

void *child(void *argument) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, grandchild, argument);
  pthread_join(thread, &result);
  return (char *)result + 1;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, child, (void *)40);
  pthread_join(thread, &result);
  assert((long)result == 42 && log_size == 1);
  return 0;
}
