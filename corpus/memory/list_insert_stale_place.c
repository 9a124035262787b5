// The position is searched under the lock but used after it was given back: two nodes go to the same place.
//@ verdict: FALSE(reach) without race
//@ line: 31
#include <assert.h>
#include <pthread.h>

struct node {
  int value;
  struct node *next;
};
struct node last = {9, 0}, head = {0, &last}, nodes[2] = {{1, 0}, {2, 0}};
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *insert(void *argument) {
  struct node *it = argument, *before = &head;
  pthread_mutex_lock(&lock);
  while (before->next->value < it->value) before = before->next;
  it->next = before->next;
  pthread_mutex_unlock(&lock);
  before->next = it;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, insert, &nodes[0]);
  insert(&nodes[1]);
  pthread_join(thread, 0);
  int sum = 0;
  for (struct node *it = &head; it; it = it->next) sum += it->value;
  assert(sum == 12);
  return 0;
}
