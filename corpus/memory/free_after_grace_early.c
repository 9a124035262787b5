// The sibling of free_after_grace.c that waits first and replaces afterwards: a reader may come in between.
//@ verdict: FALSE(memory) without race
//@ line: 25
//@ says: use after free
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
  int size;
};
struct config *_Atomic current;
atomic_int readers;

static struct config *make(int size) {
  struct config *it = malloc(sizeof *it);
  it->size = size;
  return it;
}

void *read_it(void *unused) {
  atomic_fetch_add(&readers, 1);
  struct config *it = atomic_load(&current);
  int size = it->size;
  assert(size == 1 || size == 2);
  atomic_fetch_sub(&readers, 1);
  return 0;
}

int main(void) {
  pthread_t thread;
  current = make(1);
  pthread_create(&thread, 0, read_it, 0);
  while (atomic_load(&readers) != 0) {
  }
  struct config *old = atomic_exchange(&current, make(2));
  free(old);
  pthread_join(thread, 0);
  free(current);
  return 0;
}
