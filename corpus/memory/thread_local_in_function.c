// A thread-local static of a function, initialised anew for every thread; its buffer is freed by the thread that made it.
//@ verdict: TRUE
//@ options: --remember-states
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *own(void) {
  static _Thread_local int *it;
  if (!it) it = calloc(1, sizeof *it);
  return it;
}

void *work(void *unused) {
  ++*own();
  ++*own();
  assert(*own() == 2);
  free(own());
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  work(0);
  pthread_join(thread, 0);
  return 0;
}
