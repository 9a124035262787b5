// The sibling of publish_half.c: the pointer is stored last.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct point {
  int x, y;
};
struct point *_Atomic shared;

void *reader(void *unused) {
  struct point *it = atomic_load_explicit(&shared, memory_order_acquire);
  if (it) {
    int x = it->x, y = it->y;
    assert(x == 1 && y == 2);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  struct point *it = calloc(1, sizeof *it);
  it->x = 1;
  it->y = 2;
  atomic_store_explicit(&shared, it, memory_order_release);
  pthread_join(thread, 0);
  free(it);
  return 0;
}
