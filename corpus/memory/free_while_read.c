// The writer replaces a configuration and frees the old one at once; a reader that has loaded the pointer reads it freed.
//@ verdict: FALSE(memory) without race
//@ line: 23
//@ says: use after free
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
  int size;
};
struct config *_Atomic current;

static struct config *make(int size) {
  struct config *it = malloc(sizeof *it);
  it->size = size;
  return it;
}

void *read_it(void *unused) {
  struct config *it = atomic_load(&current);
  int size = it->size;
  assert(size == 1 || size == 2);
  return 0;
}

int main(void) {
  pthread_t thread;
  current = make(1);
  pthread_create(&thread, 0, read_it, 0);
  free(atomic_exchange(&current, make(2)));
  pthread_join(thread, 0);
  free(current);
  return 0;
}
