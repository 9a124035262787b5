//@ verdict: FALSE(reach,memory,race)
// A pool of blocks: one is taken by moving the first pointer on, in two steps, and two threads may have the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct block {
  struct block *next;
  int owner;
};

static _Atomic(struct block *) pool;

static struct block *take(void) {
  struct block *it = atomic_load(&pool);
  if (it) atomic_store(&pool, it->next);
  return it;
}

static void *user(void *arg) {
  struct block *it = take();
  if (it) {
    it->owner = (int)(long)arg;
    assert(it->owner == (int)(long)arg);
  }
  return it;
}

int main(void) {
  pthread_t threads[2];
  void *blocks[2];
  for (int i = 0; i < 2; i++) {
    struct block *it = malloc(sizeof *it);
    it->next = atomic_load(&pool);
    atomic_store(&pool, it);
  }
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, user, (void *)(long)(i + 1));
  for (int i = 0; i < 2; i++) pthread_join(threads[i], &blocks[i]);
  free(blocks[0]);
  free(blocks[1]);
  free(atomic_load(&pool));
  return 0;
}
