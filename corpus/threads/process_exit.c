// exit in another thread ends the process: main, which waits for that thread, is not deadlocked, and what stands
// behind exit is never reached.
//@ verdict: TRUE
//@ executions: naive 1
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *quit(void *unused) {
  exit(3);
  assert(0);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, quit, 0);
  pthread_join(thread, 0);
  assert(0);
  return 0;
}
