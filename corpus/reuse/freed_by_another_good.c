//@ verdict: TRUE or open
//@ executions: optimal 1
// The second object exists before the first one is freed.
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
  int *second = malloc(sizeof *second);
  atomic_store(&shared, first);
  pthread_create(&thread, 0, take, 0);
  pthread_join(thread, 0);
  assert(second != first);
  free(second);
  return 0;
}
