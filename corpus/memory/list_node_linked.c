// A node is freed before it is taken out of the list: the other thread walks over it.
//@ verdict: FALSE(memory,race)
//@ line: 24
//@ says: use after free
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
struct node *volatile head;

static void push(int value) {
  struct node *it = malloc(sizeof *it);
  it->value = value;
  it->next = head;
  head = it;
}

void *sum(void *unused) {
  long total = 0;
  for (struct node *it = head; it; it = it->next) {
    total += it->value;
  }
  return (void *)total;
}

int main(void) {
  pthread_t thread;
  push(1);
  pthread_create(&thread, 0, sum, 0);
  struct node *next = head->next;
  free(head);
  pthread_join(thread, 0);
  head = next;
  return 0;
}
