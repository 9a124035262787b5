// Many producers, one consumer: each producer claims a slot by fetch_add, so no two write the same one.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int claimed;
int *slots;

void *produce(void *argument) {
  int mine = atomic_fetch_add(&claimed, 1);
  slots[mine] = (int)(long)argument;
  return 0;
}

int main(void) {
  pthread_t first, second;
  slots = calloc(2, sizeof *slots);
  pthread_create(&first, 0, produce, (void *)1);
  pthread_create(&second, 0, produce, (void *)2);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(slots[0] + slots[1] == 3);
  free(slots);
  return 0;
}
