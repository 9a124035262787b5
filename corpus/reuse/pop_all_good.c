//@ verdict: TRUE or open
//@ executions: optimal 8
// Pushing compares addresses, but it does not matter whether what is on top is the same node or another one in its place.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { struct node *next; };
static struct node *_Atomic top;
static atomic_int freed;
static void *push(void *unused) {
  struct node *new = malloc(sizeof *new), *old = atomic_load(&top);
  do new->next = old;
  while (!atomic_compare_exchange_strong(&top, &old, new));
  return 0;
}
static void free_all(void) {
  for (struct node *it = atomic_exchange(&top, 0), *next; it; it = next) {
    next = it->next;
    free(it);
    atomic_fetch_add(&freed, 1);
  }
}
static void *pop_all(void *unused) {
  free_all();
  push(0);
  return 0;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, push, 0);
  pthread_create(&two, 0, pop_all, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  free_all();
  assert(atomic_load(&freed) == 2);
  return 0;
}
