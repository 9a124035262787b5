// A ring for one producer and one consumer on the heap: the cell is written before the index moves.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct ring {
  atomic_uint written, read;
  int cells[2];
};

static void put(struct ring *ring, int value) {
  unsigned at = atomic_load_explicit(&ring->written, memory_order_relaxed);
  while (at - atomic_load_explicit(&ring->read, memory_order_acquire) == 2) {
  }
  ring->cells[at % 2] = value;
  atomic_store_explicit(&ring->written, at + 1, memory_order_release);
}

static int get(struct ring *ring) {
  unsigned at = atomic_load_explicit(&ring->read, memory_order_relaxed);
  while (atomic_load_explicit(&ring->written, memory_order_acquire) == at) {
  }
  int value = ring->cells[at % 2];
  atomic_store_explicit(&ring->read, at + 1, memory_order_release);
  return value;
}

void *produce(void *argument) {
  for (int i = 1; i <= 3; i++) put(argument, i);
  return 0;
}

int main(void) {
  pthread_t thread;
  struct ring *ring = calloc(1, sizeof *ring);
  pthread_create(&thread, 0, produce, ring);
  for (int i = 1; i <= 3; i++) {
    int value = get(ring);
    assert(value == i);
  }
  pthread_join(thread, 0);
  free(ring);
  return 0;
}
