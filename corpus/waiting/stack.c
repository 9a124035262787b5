//@ verdict: TRUE
//@ says: scope: all executions
// A stack whose head is changed by compare-exchange, tried again until nobody was faster.
#include "wait.h"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  struct node *next;
  int value;
};

static _Atomic(struct node *) head;
static struct node nodes[N];

static int try_push(struct node *node) {
  struct node *old = atomic_load(&head);
  node->next = old;
  return atomic_compare_exchange_strong(&head, &old, node);
}

static void *worker(void *argument) {
  struct node *own = argument;
  own->value = 1;
#ifdef AWAIT
  __VERIFIER_assume(try_push(own));
#else
  struct node *old;
  do {
    old = atomic_load(&head);
    own->next = old;
  } while (!atomic_compare_exchange_strong(&head, &old, own));
#endif
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  (void)try_push;
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, worker, &nodes[i]);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  int sum = 0;
  for (struct node *at = head; at != NULL; at = at->next) sum += at->value;
  assert(sum == N);
  return 0;
}
