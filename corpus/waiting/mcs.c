//@ verdict: TRUE
//@ says: scope: all executions
// A queue lock by Mellor-Crummey and Scott: everybody waits at a node of his own.
#include "wait.h"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  _Atomic(struct node *) next;
  atomic_int waits;
};

static _Atomic(struct node *) tail;
static struct node nodes[N];
static int counter;

static void acquire(struct node *own) {
  struct node *before = atomic_exchange(&tail, own);
  if (before == NULL) return;
  atomic_store(&own->waits, 1);
  atomic_store(&before->next, own);
  WAIT_UNTIL(!atomic_load(&own->waits));
}

static void release(struct node *own) {
  if (atomic_load(&own->next) == NULL) {
    struct node *expected = own;
    if (atomic_compare_exchange_strong(&tail, &expected, NULL)) return;
    WAIT_UNTIL(atomic_load(&own->next) != NULL);
  }
  struct node *after = atomic_load(&own->next);
  atomic_store(&after->waits, 0);
}

static void *worker(void *argument) {
  struct node *own = argument;
  acquire(own);
  counter++;
  release(own);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], NULL, worker, &nodes[i]);
  for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
  assert(counter == N);
  return 0;
}
