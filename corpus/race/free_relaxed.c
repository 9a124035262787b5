// The flag is read before the object is freed, but it is too weak: free is a write to all of the object.
//@ verdict: FALSE(race)
//@ says: end of `heap@
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
  if (atomic_load_explicit(&done, memory_order_relaxed)) free(place);
  else pthread_join(thread, 0), free(place);
  return 0;
}
