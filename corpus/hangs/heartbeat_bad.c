//@ verdict: FALSE(deadlock) or open
//@ says: goes round for ever
// Nobody sets `stop`: the loop changes memory and changes it back, for ever.
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
  pthread_join(thread, 0);
  return 0;
}
