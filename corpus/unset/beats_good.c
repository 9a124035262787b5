// A thread copies what has no value round after round, until another one lets it out of its loop.
//@ verdict: TRUE or open
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct box {
  int beat;
  int spare;
};

static atomic_int stopped;

static void *stop(void *unused) {
  stopped = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  struct box *box = malloc(sizeof *box), copy;
  int last;
  pthread_create(&thread, 0, stop, 0);
  box->beat = 0;
  do {
    last = box->beat;
    copy = *box;
    box->beat = !last;
    box->spare = copy.spare;
  } while (!stopped);
  pthread_join(thread, 0);
  free(box);
  return last & 0;
}
