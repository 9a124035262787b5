// The sibling of ticket_two_steps.c: drawing a number is one fetch_add; three threads, a lock on the heap.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct lock {
  atomic_uint next, serving;
  int inside;
};

void *visit(void *argument) {
  struct lock *it = argument;
  unsigned mine = atomic_fetch_add(&it->next, 1);
  while (it->serving != mine) {
  }
  it->inside++;
  assert(it->inside == 1);
  it->inside--;
  it->serving++;
  return 0;
}

int main(void) {
  pthread_t first, second;
  struct lock *it = calloc(1, sizeof *it);
  pthread_create(&first, 0, visit, it);
  pthread_create(&second, 0, visit, it);
  visit(it);
  pthread_join(first, 0);
  pthread_join(second, 0);
  free(it);
  return 0;
}
