// A reference count that is an ordinary integer: two threads that let go at once both see 1 left, and nobody frees.
//@ verdict: FALSE(memory) without race
//@ line: 22
//@ says: leak
#include <pthread.h>
#include <stdlib.h>

struct shared {
  volatile int references;
};

void *let_go(void *argument) {
  struct shared *it = argument;
  int left = it->references - 1;
  it->references = left;
  if (left == 0) free(it);
  return 0;
}

int main(void) {
  pthread_t first, second;
  struct shared *it = malloc(sizeof *it);
  it->references = 2;
  pthread_create(&first, 0, let_go, it);
  pthread_create(&second, 0, let_go, it);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
