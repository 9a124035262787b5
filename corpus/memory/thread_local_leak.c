// A heap object that only a thread-local variable of a finished thread points to can be freed by nobody.
//@ verdict: FALSE(memory)
//@ line: 11
//@ says: leak
#include <pthread.h>
#include <stdlib.h>

static _Thread_local char *buffer;

void *work(void *unused) {
  buffer = malloc(8);
  buffer[0] = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  return 0;
}
