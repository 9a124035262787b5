// atomic_fetch_add moves a pointer by elements, as the standard has it (gcc's own header forgets that); the builtin
// __atomic_fetch_add moves it by bytes, as gcc documents.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int cells[4];
int *_Atomic by_elements = cells;
int *by_bytes = cells;

void *move(void *unused) {
  int *before = atomic_fetch_add(&by_elements, 1);
  assert(before == cells || before == cells + 1);
  __atomic_fetch_add(&by_bytes, 4, __ATOMIC_RELAXED);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, move, 0);
  move(0);
  pthread_join(thread, 0);
  assert(by_elements == cells + 2);
  assert(by_bytes == cells + 2);
  atomic_fetch_sub(&by_elements, 2);
  assert(by_elements == cells);
  return 0;
}
