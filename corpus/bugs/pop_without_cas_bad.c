//@ verdict: FALSE(memory)
//@ line: 34
//@ says: double free
// pop() stores the new top without looking whether it still is what it was: two threads can pop the same node.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *below;
};
static _Atomic(struct node *) top;

static void *pop(void *arg) {
  struct node *mine = atomic_load(&top);
  atomic_store(&top, mine->below);
  (void)arg;
  return mine;
}

int main(void) {
  pthread_t first, second;
  for (int i = 0; i < 2; i++) {
    struct node *fresh = malloc(sizeof *fresh);
    fresh->below = atomic_load(&top);
    atomic_store(&top, fresh);
  }
  pthread_create(&first, NULL, pop, NULL);
  pthread_create(&second, NULL, pop, NULL);
  void *one, *two;
  pthread_join(first, &one);
  pthread_join(second, &two);
  free(one);
  free(two);
  return 0;
}
