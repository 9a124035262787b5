// A ring of two nodes that point at each other and that nobody else knows is a leak all the same.
//@ verdict: FALSE(memory)
//@ line: 13
//@ says: leak
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
};

void *make(void *unused) {
  struct node *first = malloc(sizeof *first);
  struct node *second = malloc(sizeof *second);
  first->next = second;
  second->next = first;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, make, 0);
  pthread_join(thread, 0);
  return 0;
}
