//@ verdict: FALSE(memory)
//@ line: 33
//@ says: null pointer dereference
// MCS lock. A successor has joined the tail but not linked itself yet; unlock does not wait for the link.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  _Atomic(struct node *) next;
  atomic_int must_wait;
};
static _Atomic(struct node *) tail;
static struct node nodes[2];
static int count;

static void lock(struct node *me) {
  atomic_store(&me->must_wait, 1);
  struct node *before = atomic_exchange(&tail, me);
  if (before) {
    atomic_store(&before->next, me);
    while (atomic_load(&me->must_wait)) ;
  }
}

static void unlock(struct node *me) {
  struct node *expected = me;
  if (!atomic_load(&me->next)) {
    if (atomic_compare_exchange_strong(&tail, &expected, NULL)) return;
  }
  struct node *after = atomic_load(&me->next);
  atomic_store(&after->must_wait, 0);
}

static void *worker(void *arg) {
  struct node *me = arg;
  lock(me);
  count++;
  unlock(me);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, worker, &nodes[0]);
  pthread_create(&second, 0, worker, &nodes[1]);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(count == 2);
  return 0;
}
