// pthread_exit from a nested call ends the thread and hands its value to whoever joins.
//@ verdict: TRUE
//@ executions: naive 1
#include <assert.h>
#include <pthread.h>

static void finish(int value) {
  if (value > 0) pthread_exit((void *)(long)(value + 1));
}

void *worker(void *argument) {
  finish((int)(long)argument);
  assert(0);
  return 0;
}

int main(void) {
  pthread_t thread;
  void *result = 0;
  pthread_create(&thread, 0, worker, (void *)6);
  pthread_join(thread, &result);
  assert(result == (void *)7);
  return 0;
}
