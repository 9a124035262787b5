//@ verdict: FALSE(deadlock)
//@ line: 19
// CLH lock. After unlock a thread goes on with its own node although others may still look at it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  atomic_int held;
};
static struct node nodes[3];
static _Atomic(struct node *) tail = &nodes[0];
static int count;

static struct node *lock(struct node *mine) {
  atomic_store(&mine->held, 1);
  struct node *before = atomic_exchange(&tail, mine);
  while (atomic_load(&before->held)) ;
  return before;
}

static void *twice(void *arg) {
  struct node *mine = arg;
  for (int round = 0; round < 2; round++) {
    struct node *before = lock(mine);
    count++;
    atomic_store(&mine->held, 0);
    (void)before;
  }
  return NULL;
}

static void *once(void *arg) {
  struct node *mine = arg;
  lock(mine);
  count++;
  atomic_store(&mine->held, 0);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, twice, &nodes[1]);
  pthread_create(&t2, NULL, once, &nodes[2]);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(count == 3);
  return 0;
}
