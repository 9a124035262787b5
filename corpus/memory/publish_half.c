// A point is published between its two stores: the reader sees one coordinate only.
//@ verdict: FALSE(reach) without race
//@ line: 18
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct point {
  int x, y;
};
struct point *_Atomic shared;

void *reader(void *unused) {
  struct point *it = shared;
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
  shared = it;
  it->y = 2;
  pthread_join(thread, 0);
  free(it);
  return 0;
}
