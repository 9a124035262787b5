// A violation that comes late, beside a thread without end: what was found counts, however deep it is.
//@ verdict: FALSE(reach)
//@ line: 21
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ticks, rounds;

static void *clock_thread(void *unused) {
  for (;;) {
    ticks = !ticks;
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, clock_thread, 0);
  for (int i = 0; i < 300; i++) ticks = i % 2;
  assert(++rounds != 1);
  return 0;
}
