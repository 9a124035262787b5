// The sibling of endless_visible.c with a bound that is one too small.
//@ verdict: FALSE(reach) without race
//@ line: 16
#include <assert.h>
#include <pthread.h>

unsigned char ticks;

void *clock_thread(void *unused) {
  for (;;) ticks = (ticks + 1) % 4;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, clock_thread, 0);
  assert(ticks < 3);
  return 0;
}
