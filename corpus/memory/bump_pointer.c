// A bump allocator: `+=` on an atomic pointer moves it by elements in one step, and no two threads get the same cells.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int *_Atomic next;

void *fill(void *argument) {
  int *mine = (next += 2) - 2;
  mine[0] = mine[1] = (int)(long)argument;
  assert(mine[0] == (int)(long)argument);
  return mine;
}

int main(void) {
  pthread_t thread;
  void *theirs;
  int *cells = malloc(4 * sizeof *cells);
  next = cells;
  pthread_create(&thread, 0, fill, (void *)1);
  int *mine = fill((void *)2);
  pthread_join(thread, &theirs);
  assert(mine - (int *)theirs == 2 || mine - (int *)theirs == -2);
  assert(next == cells + 4);
  assert(cells[0] + cells[1] + cells[2] + cells[3] == 6);
  free(cells);
  return 0;
}
