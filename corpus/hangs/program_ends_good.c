//@ verdict: TRUE or open
// The thread would go round for ever, but the program ends, whatever the thread does.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, beat;

static void *heart(void *unused) {
  while (!stop) beat = !beat;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, heart, 0);
  return 0;
}
