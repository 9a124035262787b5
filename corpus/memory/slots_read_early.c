// The sibling of slots_claimed.c whose consumer takes a claimed slot for a written one.
//@ verdict: FALSE(reach)
//@ line: 26
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int claimed;
atomic_int *slots;

void *produce(void *argument) {
  int mine = atomic_fetch_add(&claimed, 1);
  atomic_store(&slots[mine], (int)(long)argument);
  return 0;
}

int main(void) {
  pthread_t first, second;
  slots = calloc(2, sizeof *slots);
  pthread_create(&first, 0, produce, (void *)1);
  pthread_create(&second, 0, produce, (void *)2);
  int ready = atomic_load(&claimed);
  for (int i = 0; i < ready; i++) {
    int value = atomic_load(&slots[i]);
    assert(value != 0);
  }
  pthread_join(first, 0);
  pthread_join(second, 0);
  free(slots);
  return 0;
}
