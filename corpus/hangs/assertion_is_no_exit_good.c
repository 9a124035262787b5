//@ verdict: TRUE or open
// A server that checks itself: a failing assertion and `abort` are no way out of its loop, so it does not hang.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int beat;

static void *server(void *unused) {
  while (1) {
    beat = !beat;
    assert(beat <= 1);
    if (beat > 2) abort();
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, server, 0);
  pthread_join(thread, 0);
  return 0;
}
