// The sibling of bump_pointer.c that loads and stores the pointer: both threads may get the same cell.
//@ verdict: FALSE(reach)
//@ line: 27
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

short *_Atomic next;

void *take(void *unused) {
  short *mine = next;
  next = mine + 1;
  return mine;
}

int main(void) {
  pthread_t thread;
  void *theirs;
  short *cells = malloc(2 * sizeof *cells);
  next = cells;
  pthread_create(&thread, 0, take, 0);
  short *mine = take(0);
  pthread_join(thread, &theirs);
  next = 0;
  free(cells);
  assert(mine != theirs);
  return 0;
}
