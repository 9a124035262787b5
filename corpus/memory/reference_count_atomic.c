// The sibling of reference_count_plain.c: whoever takes the count from 1 to 0 by an atomic decrement frees.
//@ verdict: TRUE
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
  atomic_int references;
  int value;
};

void *let_go(void *argument) {
  struct shared *it = argument;
  int value = it->value;
  if (atomic_fetch_sub(&it->references, 1) == 1) free(it);
  return (void *)(long)value;
}

int main(void) {
  pthread_t first, second;
  struct shared *it = malloc(sizeof *it);
  it->value = 7;
  atomic_init(&it->references, 2);
  pthread_create(&first, 0, let_go, it);
  pthread_create(&second, 0, let_go, it);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
