// A thread copies what has no value round after round, and nothing lets it out of its loop.
//@ verdict: FALSE(deadlock) or open
#include <stdatomic.h>
#include <stdlib.h>

struct box {
  int beat;
  int spare;
};

static atomic_int stopped;

int main(void) {
  struct box *box = malloc(sizeof *box), copy;
  int last;
  box->beat = 0;
  do {
    last = box->beat;
    copy = *box;
    box->beat = !last;
    box->spare = copy.spare;
  } while (!stopped);
  free(box);
  return last;
}
