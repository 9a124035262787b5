// The flag is raised too early; the spin loop's way out shows it.
//@ verdict: FALSE(reach) without race
//@ line: 20
#include <assert.h>
#include <pthread.h>

volatile int ready, data;

void *producer(void *unused) {
  ready = 1;
  data = 3;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, producer, 0);
  while (!ready) {
  }
  assert(data == 3);
  return 0;
}
