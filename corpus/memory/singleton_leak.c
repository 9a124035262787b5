// Two threads race to install a singleton; the loser uses the winner's object and forgets its own.
//@ verdict: FALSE(memory)
//@ line: 14
//@ says: leak
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
  }
  return it;
}

void *use(void *unused) { return (void *)(long)*get(); }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, use, 0);
  use(0);
  pthread_join(thread, 0);
  return 0;
}
