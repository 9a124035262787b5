// The grandchild's failure is reported under its own name, T1.1.
//@ verdict: FALSE(reach) without race
//@ line: 12
//@ says: T1.1
//@ says: failed in T1.1
#include <assert.h>
#include <pthread.h>

int ready;

void *grandchild(void *argument) {
  assert(ready == 1);
  return argument;
}

void *child(void *argument) {
  pthread_t thread;
  pthread_create(&thread, 0, grandchild, argument);
  ready = 1;
  pthread_join(thread, 0);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, child, 0);
  pthread_join(thread, 0);
  return 0;
}
