// The sibling of stack_push.c that stores the new top without comparing: a node gets lost.
//@ verdict: FALSE(reach)
//@ line: 31
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
struct node *_Atomic top;

void *push(void *argument) {
  struct node *it = malloc(sizeof *it);
  it->value = (int)(long)argument;
  it->next = atomic_load(&top);
  atomic_store(&top, it);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, push, (void *)1);
  pthread_create(&second, 0, push, (void *)2);
  pthread_join(first, 0);
  pthread_join(second, 0);
  int sum = 0;
  for (struct node *it = top; it; it = it->next) sum += it->value;
  assert(sum == 3);
  return 0;
}
