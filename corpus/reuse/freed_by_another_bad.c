//@ verdict: FALSE(reach) or open
//@ options: --property reach
//@ line: 21
// Nothing but the allocator orders the free of one thread with the allocation of another.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *_Atomic shared;
static void *take(void *unused) {
  free(atomic_exchange(&shared, 0));
  return 0;
}
int main(void) {
  pthread_t thread;
  int *first = malloc(sizeof *first);
  atomic_store(&shared, first);
  pthread_create(&thread, 0, take, 0);
  int *second = malloc(sizeof *second);
  pthread_join(thread, 0);
  assert(second != first);
  free(second);
  return 0;
}
