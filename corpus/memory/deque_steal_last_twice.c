// The sibling of deque_steal.c whose owner takes the last element without asking: so may the thief.
//@ verdict: FALSE(memory)
//@ says: double free
//@ line: 13
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int *task;
atomic_int top, bottom = 1;

static void finish(int *it) {
  free(it);
}

void *thief(void *unused) {
  int first = atomic_load(&top);
  if (first < atomic_load(&bottom) && atomic_compare_exchange_strong(&top, &first, first + 1)) finish(task);
  return 0;
}

int main(void) {
  pthread_t thread;
  task = malloc(sizeof(int));
  pthread_create(&thread, 0, thief, 0);
  int last = atomic_load(&bottom) - 1;
  atomic_store(&bottom, last);
  if (atomic_load(&top) <= last) finish(task);
  pthread_join(thread, 0);
  return 0;
}
