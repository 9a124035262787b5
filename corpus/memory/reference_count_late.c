// The thread takes its reference itself when it runs: by then main may have dropped the last one.
//@ verdict: FALSE(memory,race)
//@ line: 19
//@ says: use after free
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
  atomic_int references;
};

static void let_go(struct shared *it) {
  if (atomic_fetch_sub(&it->references, 1) == 1) free(it);
}

void *use(void *argument) {
  struct shared *it = argument;
  atomic_fetch_add(&it->references, 1);
  let_go(it);
  return 0;
}

int main(void) {
  pthread_t thread;
  struct shared *it = malloc(sizeof *it);
  atomic_init(&it->references, 1);
  pthread_create(&thread, 0, use, it);
  let_go(it);
  pthread_join(thread, 0);
  return 0;
}
