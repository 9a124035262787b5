// The sibling of singleton_leak.c: the loser frees its own. The instance itself stays reachable, which is no leak.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int *_Atomic instance;

static int *get(void) {
  int *it = instance;
  if (!it) {
    int *mine = malloc(sizeof *mine);
    *mine = 5;
    if (atomic_compare_exchange_strong(&instance, &it, mine)) it = mine;
    else free(mine);
  }
  return it;
}

void *use(void *unused) {
  assert(*get() == 5);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  use(0);
  pthread_join(thread, 0);
  return 0;
}
