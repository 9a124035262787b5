//@ verdict: FALSE(deadlock) or open
//@ says: goes round for ever
// A loop that is left by `pthread_exit` has an exit, and it is never taken.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, beat;

static void *heart(void *unused) {
  while (1) {
    beat = !beat;
    if (stop) pthread_exit(unused);
  }
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, heart, 0);
  pthread_join(thread, 0);
  return 0;
}
