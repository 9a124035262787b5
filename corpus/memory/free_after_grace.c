// The sibling of free_while_read.c without a lock: the writer waits until nobody is inside before it frees (a grace period).
//@ verdict: TRUE
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
  assert(it->size == 1 || it->size == 2);
  atomic_fetch_sub(&readers, 1);
  return 0;
}

int main(void) {
  pthread_t first, second;
  current = make(1);
  pthread_create(&first, 0, read_it, 0);
  pthread_create(&second, 0, read_it, 0);
  struct config *old = atomic_exchange(&current, make(2));
  while (atomic_load(&readers) != 0) {
  }
  free(old);
  pthread_join(first, 0);
  pthread_join(second, 0);
  free(current);
  return 0;
}
