// The same spin loop with a bound on its rounds: who waits makes none, so nothing is cut.
//@ verdict: TRUE without race
//@ options: --unroll 2
#include <assert.h>
#include <pthread.h>

volatile int ready, data;

void *producer(void *unused) {
  data = 3;
  ready = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, producer, 0);
  while (!ready) {
  }
  assert(data == 3);
  pthread_join(thread, 0);
  return 0;
}
