//@ verdict: TRUE
// push() tries its compare-exchange until it succeeds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  struct node *below;
};
static struct node nodes[2];
static _Atomic(struct node *) top;

static void *push(void *arg) {
  struct node *fresh = arg;
  fresh->below = atomic_load(&top);
  while (!atomic_compare_exchange_weak(&top, &fresh->below, fresh)) ;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, push, &nodes[0]);
  pthread_create(&threads[1], NULL, push, &nodes[1]);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  int count = 0;
  for (struct node *it = atomic_load(&top); it; it = it->below) count++;
  assert(count == 2);
  return 0;
}
