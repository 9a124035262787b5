// free_relaxed.c with a join.
//@ verdict: TRUE
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int done;

void *work(void *place) {
  *(int *)place = 1;
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return 0;
}

int main(void) {
  int *place = malloc(sizeof *place);
  if (!place) return 0;
  pthread_t thread;
  pthread_create(&thread, 0, work, place);
  pthread_join(thread, 0);
  free(place);
  return 0;
}
