// The sibling of stack_pop_frees.c: popped nodes are kept by their thread and freed when nobody pops any more.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *next;
};
struct node *_Atomic top;

static void push(void) {
  struct node *it = malloc(sizeof *it);
  it->next = top;
  top = it;
}

void *pop(void *unused) {
  struct node *it = atomic_load(&top);
  while (it && !atomic_compare_exchange_strong(&top, &it, it->next)) {
  }
  return it;
}

int main(void) {
  pthread_t thread;
  void *theirs;
  push();
  push();
  pthread_create(&thread, 0, pop, 0);
  struct node *mine = pop(0);
  pthread_join(thread, &theirs);
  assert(!top);
  assert(mine && theirs && mine != theirs);
  free(mine);
  free(theirs);
  return 0;
}
