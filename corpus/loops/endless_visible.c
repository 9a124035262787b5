// A thread that writes for ever visits a handful of states: with states remembered everything is covered.
//@ verdict: TRUE without race
//@ options: --remember-states
#include <assert.h>
#include <pthread.h>

unsigned char ticks;

void *clock_thread(void *unused) {
  for (;;) ticks = (ticks + 1) % 4;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, clock_thread, 0);
  assert(ticks < 4);
  return 0;
}
