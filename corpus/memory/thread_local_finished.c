// The thread returns a pointer to its thread-local variable, whose lifetime ends with the thread (C11 6.2.4).
//@ verdict: FALSE(memory)
//@ line: 19
//@ says: use after
#include <pthread.h>

_Thread_local int value;

void *set(void *unused) {
  value = 2;
  return &value;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, set, 0);
  pthread_join(thread, &result);
  return *(int *)result;
}
