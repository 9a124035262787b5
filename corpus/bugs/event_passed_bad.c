//@ verdict: FALSE(deadlock)
//@ line: 19
// main waits until exactly one event has happened; if it looks too late there were two, and it waits for ever.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint events;

static void *source(void *arg) {
  atomic_fetch_add(&events, 1);
  atomic_fetch_add(&events, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, source, NULL);
  while (atomic_load(&events) != 1) ;
  pthread_join(thread, NULL);
  return 0;
}
