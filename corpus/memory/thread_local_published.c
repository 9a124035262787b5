// The thread publishes a pointer to its thread-local variable and ends; main reads through it before it joins, too late.
// That a thread-local ends with its thread is known only when the thread is joined; the verdict says so.
//@ verdict: TRUE
//@ says: thread-local objects live on until their thread is joined
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
