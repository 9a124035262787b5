//@ verdict: TRUE
// Only the first thread frees, when the others are done: no address can be used again.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { struct node *next; };
static struct node *_Atomic top;
static void *push(void *unused) {
  struct node *new = malloc(sizeof *new), *old = atomic_load(&top);
  do new->next = old;
  while (!atomic_compare_exchange_strong(&top, &old, new));
  return 0;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, push, 0);
  pthread_create(&two, 0, push, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  for (struct node *it = top, *next; it; it = next) {
    next = it->next;
    free(it);
  }
  return 0;
}
