// A pointer to another thread's thread-local variable is valid as long as that thread runs: main's outlives the worker.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>

_Thread_local int value;

void *set(void *argument) {
  int *of_main = argument;
  assert(of_main != &value);
  *of_main = 1;
  value = 2;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, &value);
  pthread_join(thread, 0);
  assert(value == 1);
  return 0;
}
