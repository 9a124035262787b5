//@ verdict: TRUE
// A free list of cell numbers whose head carries a tag that grows with every change, so a stale successor is noticed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define NONE 3u
static atomic_uint successor[3] = {1, 2, NONE};
static atomic_uint head; // tag * 4 + number of the first free cell
static atomic_int in_use[3];

static unsigned take(void) {
  unsigned old = atomic_load(&head), fresh;
  do {
    if ((old & 3) == NONE) return NONE;
    fresh = ((old & ~3u) + 4) | atomic_load(&successor[old & 3]);
  } while (!atomic_compare_exchange_strong(&head, &old, fresh));
  int before = atomic_exchange(&in_use[old & 3], 1);
  assert(before == 0);
  return old & 3;
}

static void give(unsigned cell) {
  atomic_store(&in_use[cell], 0);
  unsigned old = atomic_load(&head), fresh;
  do {
    atomic_store(&successor[cell], old & 3);
    fresh = ((old & ~3u) + 4) | cell;
  } while (!atomic_compare_exchange_strong(&head, &old, fresh));
}

static void *busy(void *arg) {
  unsigned mine = take();
  take();
  if (mine != NONE) give(mine);
  return arg;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, busy, NULL);
  take();
  take();
  pthread_join(other, NULL);
  return 0;
}
