// The count is decremented atomically but read again afterwards: both threads read 0, or one reads the freed object.
//@ verdict: FALSE(memory) without race
//@ line: 15
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
  atomic_int references;
};

void *let_go(void *argument) {
  struct shared *it = argument;
  atomic_fetch_sub(&it->references, 1);
  if (it->references == 0) free(it);
  return 0;
}

int main(void) {
  pthread_t thread;
  struct shared *it = malloc(sizeof *it);
  it->references = 2;
  pthread_create(&thread, 0, let_go, it);
  let_go(it);
  pthread_join(thread, 0);
  return 0;
}
