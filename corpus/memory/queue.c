// Michael and Scott's queue: link behind the last node by compare-exchange, then help the tail on. Both values arrive.
//@ verdict: TRUE
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
  struct node *it = malloc(sizeof *it);
  it->value = (int)(long)argument;
  atomic_init(&it->next, 0);
  for (;;) {
    struct node *last = atomic_load(&tail);
    struct node *next = 0;
    if (atomic_compare_exchange_strong(&last->next, &next, it)) {
      atomic_compare_exchange_strong(&tail, &last, it);
      return 0;
    }
    atomic_compare_exchange_strong(&tail, &last, next);
  }
}

int main(void) {
  pthread_t thread;
  head = calloc(1, sizeof *head);
  tail = head;
  pthread_create(&thread, 0, enqueue, (void *)1);
  enqueue((void *)2);
  pthread_join(thread, 0);
  int sum = 0, length = 0;
  while (head) {
    struct node *next = head->next;
    sum += head->value;
    length++;
    free(head);
    head = next;
  }
  assert(sum == 3 && length == 3);
  return 0;
}
