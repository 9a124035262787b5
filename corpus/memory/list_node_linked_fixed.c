// The sibling of list_node_linked.c: walk and removal exclude each other, and the node is unlinked before it is freed.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
struct node *head;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void push(int value) {
  struct node *it = malloc(sizeof *it);
  it->value = value;
  it->next = head;
  head = it;
}

void *sum(void *unused) {
  long total = 0;
  pthread_mutex_lock(&lock);
  for (struct node *it = head; it; it = it->next) total += it->value;
  pthread_mutex_unlock(&lock);
  assert(total == 3 || total == 1);
  return 0;
}

int main(void) {
  pthread_t thread;
  push(1);
  push(2);
  pthread_create(&thread, 0, sum, 0);
  pthread_mutex_lock(&lock);
  struct node *old = head;
  head = old->next;
  pthread_mutex_unlock(&lock);
  free(old);
  pthread_join(thread, 0);
  free(head);
  return 0;
}
