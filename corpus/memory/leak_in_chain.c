// Only the head of a list is freed: the rest hangs on nothing.
//@ verdict: FALSE(memory)
//@ line: 14
//@ says: leak
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
};

void *make(void *unused) {
  struct node *head = calloc(1, sizeof *head);
  head->next = calloc(1, sizeof *head);
  return head;
}

int main(void) {
  pthread_t thread;
  void *head;
  pthread_create(&thread, 0, make, 0);
  pthread_join(thread, &head);
  free(head);
  return 0;
}
