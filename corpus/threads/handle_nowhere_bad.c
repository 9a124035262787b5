// Where the handle cannot be stored, no thread is started: its assertion does not fail.
//@ verdict: FALSE(memory)
//@ line: 14
#include <assert.h>
#include <pthread.h>

static void *never(void *unused) {
  (void)unused;
  assert(0);
  return 0;
}

int main(void) {
  pthread_create(0, 0, never, 0);
  return 0;
}
