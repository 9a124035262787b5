// The sibling of stack_pop_frees.c with hazard pointers: announce, check again, and free only what nobody announced.
//@ verdict: TRUE
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *next;
};
struct node *_Atomic top;
struct node *_Atomic hazard[2];
struct node *retired[2];

static void push(void) {
  struct node *it = malloc(sizeof *it);
  it->next = top;
  top = it;
}

void *pop(void *argument) {
  int me = (int)(long)argument;
  for (;;) {
    struct node *it = atomic_load(&top);
    if (!it) break;
    atomic_store(&hazard[me], it);
    if (atomic_load(&top) != it) continue;
    struct node *expected = it;
    if (atomic_compare_exchange_strong(&top, &expected, it->next)) {
      atomic_store(&hazard[me], 0);
      if (atomic_load(&hazard[1 - me]) == it) retired[me] = it;
      else free(it);
      break;
    }
  }
  atomic_store(&hazard[me], 0);
  return 0;
}

int main(void) {
  pthread_t thread;
  push();
  push();
  pthread_create(&thread, 0, pop, (void *)1);
  pop((void *)0);
  pthread_join(thread, 0);
  free(retired[0]);
  free(retired[1]);
  return 0;
}
