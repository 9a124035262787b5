//@ verdict: TRUE or open
//@ executions: optimal 3
// What happened before the free happens before what is done with the memory when it is used again (C11 7.22.3): no race.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *_Atomic shared;
static int before;
static void *take(void *unused) {
  int *it = atomic_exchange_explicit(&shared, 0, memory_order_relaxed);
  before = 1;
  free(it);
  return 0;
}
int main(void) {
  pthread_t thread;
  int *first = malloc(sizeof *first);
  atomic_store(&shared, first);
  pthread_create(&thread, 0, take, 0);
  int *second = malloc(sizeof *second);
  if (second == first) before = 2;
  pthread_join(thread, 0);
  free(second);
  return 0;
}
