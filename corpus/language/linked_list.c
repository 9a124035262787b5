// A list on the heap: push, reverse, sum, free.
//@ verdict: TRUE
#include <assert.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *push(struct node *head, int value) {
  struct node *node = malloc(sizeof(struct node));
  if (!node) abort();
  *node = (struct node){value, head};
  return node;
}

int main(void) {
  struct node *head = 0, *reversed = 0;
  for (int i = 1; i <= 4; i++) head = push(head, i);
  while (head) {
    struct node *next = head->next;
    head->next = reversed;
    reversed = head;
    head = next;
  }
  int digits = 0;
  while (reversed) {
    digits = digits * 10 + reversed->value;
    struct node *next = reversed->next;
    free(reversed);
    reversed = next;
  }
  assert(digits == 1234);
  free(0);
  return 0;
}
