// Treiber's stack with a pop that frees: the loser of the race for the top reads `next` of a freed node.
//@ verdict: FALSE(memory) without race
//@ line: 23
//@ says: use after free
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
  while (it) {
    struct node *next = it->next;
    if (atomic_compare_exchange_strong(&top, &it, next)) {
      free(it);
      break;
    }
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  push();
  push();
  pthread_create(&thread, 0, pop, 0);
  pop(0);
  pthread_join(thread, 0);
  return 0;
}
