// The sibling of published_good.c that publishes the node too early.
//@ verdict: FALSE(memory)
//@ line: 17
//@ says: memory that is allocated in line 24
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  atomic_int value;
  struct node *next;
};
struct node *_Atomic top;

static void *pop(void *unused) {
  struct node *it = top;
  if (it && it->value == 7) return it;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, pop, 0);
  struct node *it = malloc(sizeof *it);
  top = it;
  it->value = 3;
  pthread_join(thread, 0);
  free(it);
  return 0;
}
