// The sibling of queue.c that stores the link instead of comparing: the second node overwrites the first.
//@ verdict: FALSE(reach)
//@ line: 34
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *_Atomic next;
};
struct node *head;
struct node *_Atomic tail;

void *enqueue(void *argument) {
  struct node *it = calloc(1, sizeof *it);
  it->value = (int)(long)argument;
  struct node *last = atomic_load(&tail);
  atomic_store(&last->next, it);
  atomic_store(&tail, it);
  return 0;
}

int main(void) {
  pthread_t thread;
  head = calloc(1, sizeof *head);
  tail = head;
  pthread_create(&thread, 0, enqueue, (void *)1);
  enqueue((void *)2);
  pthread_join(thread, 0);
  int sum = 0;
  for (struct node *it = head; it; it = it->next) sum += it->value;
  assert(sum == 3);
  return 0;
}
