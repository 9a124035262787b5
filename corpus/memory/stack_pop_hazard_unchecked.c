// The sibling of stack_pop_hazard.c that does not look at the top again after the announcement: it comes too late.
//@ verdict: FALSE(memory,race)
//@ line: 21
//@ says: use after free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  struct node *next;
};
struct node *_Atomic top;
struct node *_Atomic hazard[2];
struct node *retired[2];

void *pop(void *argument) {
  int me = (int)(long)argument;
  struct node *it = atomic_load(&top);
  if (it) {
    atomic_store(&hazard[me], it);
    struct node *next = it->next;
    if (atomic_compare_exchange_strong(&top, &it, next)) {
      if (atomic_load(&hazard[1 - me]) == it) retired[me] = it;
      else free(it);
    }
  }
  atomic_store(&hazard[me], 0);
  return 0;
}

int main(void) {
  pthread_t thread;
  top = calloc(1, sizeof(struct node));
  pthread_create(&thread, 0, pop, (void *)1);
  pop((void *)0);
  pthread_join(thread, 0);
  free(retired[0]);
  free(retired[1]);
  return 0;
}
