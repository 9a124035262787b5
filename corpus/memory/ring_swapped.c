// The sibling of ring.c whose producer moves the index before it writes the cell.
//@ verdict: FALSE(reach) without race
//@ line: 42
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct ring {
  atomic_uint written, read;
  int cells[2];
};

static void put(struct ring *ring, int value) {
  unsigned at = atomic_load(&ring->written);
  while (at - atomic_load(&ring->read) == 2) {
  }
  atomic_store(&ring->written, at + 1);
  ring->cells[at % 2] = value;
}

static int get(struct ring *ring) {
  unsigned at = atomic_load(&ring->read);
  while (atomic_load(&ring->written) == at) {
  }
  int value = ring->cells[at % 2];
  atomic_store(&ring->read, at + 1);
  return value;
}

void *produce(void *argument) {
  for (int i = 1; i <= 2; i++) put(argument, i);
  return 0;
}

int main(void) {
  pthread_t thread;
  struct ring *ring = calloc(1, sizeof *ring);
  pthread_create(&thread, 0, produce, ring);
  for (int i = 1; i <= 2; i++) {
    int value = get(ring);
    assert(value == i);
  }
  pthread_join(thread, 0);
  free(ring);
  return 0;
}
