// Insertion at the head of a list under a lock: both nodes are there.
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

void *insert(void *argument) {
  struct node *it = malloc(sizeof *it);
  it->value = (int)(long)argument;
  pthread_mutex_lock(&lock);
  it->next = head;
  head = it;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, insert, (void *)1);
  insert((void *)2);
  pthread_join(thread, 0);
  assert(head->value + head->next->value == 3);
  assert(!head->next->next);
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
