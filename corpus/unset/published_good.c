// A node is published when all of it is written.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
struct node *_Atomic top;

static void *pop(void *unused) {
  struct node *it = top;
  if (it) assert(it->value == 3 && it->next == 0);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, pop, 0);
  struct node *it = malloc(sizeof *it);
  it->value = 3;
  it->next = 0;
  top = it;
  pthread_join(thread, 0);
  free(it);
  return 0;
}
