// The thread publishes a pointer to its thread-local variable and ends; main reads through it before it joins, too late.
//@ verdict: FALSE(memory)
//@ line: 21
//@ says: use after
#include <pthread.h>
#include <stdatomic.h>

_Thread_local atomic_int value;
atomic_int *_Atomic published;

void *publish(void *unused) {
  value = 1;
  published = &value;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, publish, 0);
  atomic_int *it = published;
  int seen = it ? *it : 0;
  pthread_join(thread, 0);
  return seen;
}
