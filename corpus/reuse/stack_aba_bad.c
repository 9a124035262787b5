//@ verdict: FALSE(reach) or open
//@ options: --property reach
// A stack whose nodes are freed and allocated again: the thread that pops has seen what is in the node on top, and takes another
// one for it that has got its place.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { struct node *next; int value; };
static struct node *_Atomic top;
static struct node bottom;
static void *pop(void *unused) {
  struct node *old = atomic_load(&top);
  if (old == &bottom) return 0;
  int value = old->value;
  if (atomic_compare_exchange_strong(&top, &old, old->next)) {
    assert(old->value == value);
  }
  return 0;
}
static void push(int value) {
  struct node *node = malloc(sizeof *node);
  node->next = &bottom;
  node->value = value;
  atomic_store(&top, node);
}
int main(void) {
  pthread_t one;
  push(1);
  pthread_create(&one, 0, pop, 0);
  struct node *mine = atomic_exchange(&top, &bottom);
  if (mine != &bottom) {
    free(mine);
    push(2);
  }
  pthread_join(one, 0);
  return 0;
}
