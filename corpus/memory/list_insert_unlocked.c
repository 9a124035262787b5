// The sibling of list_insert.c without the lock: the second insertion drops the first node, which leaks.
//@ verdict: FALSE(memory) without race
//@ line: 14
//@ says: leak
#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node *next;
};
struct node *volatile head;

void *insert(void *unused) {
  struct node *it = malloc(sizeof *it);
  it->next = head;
  head = it;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, insert, 0);
  insert(0);
  pthread_join(thread, 0);
  return 0;
}
