// The sibling of uninitialised_heap.c: what calloc gives is initialised.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
  atomic_int size;
};
struct config *_Atomic shared;

void *reader(void *unused) {
  struct config *it = shared;
  int size = it ? it->size : 0;
  assert(size == 0 || size == 4);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  struct config *it = calloc(1, sizeof *it);
  shared = it;
  it->size = 4;
  pthread_join(thread, 0);
  free(it);
  return 0;
}
