// main returns without waiting; a thread that is quick enough still fails.
//@ verdict: FALSE(reach,race)
//@ line: 10
#include <assert.h>
#include <pthread.h>

int done;

void *late(void *unused) {
  assert(done == 0);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, late, 0);
  done = 1;
  return 0;
}
