//@ verdict: TRUE or open
//@ executions: optimal 18
// What is expected is not freed before the thread that expects it says that it needs it no more.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static void *_Atomic place, *_Atomic needed;
static void *worker(void *unused) {
  void *mine = atomic_exchange(&place, 0);
  while (atomic_load(&needed) == mine) {
  }
  free(mine);
  atomic_store(&place, malloc(8));
  return 0;
}
static void *other(void *unused) {
  void *old = atomic_load(&place);
  atomic_store(&needed, old);
  if (old && atomic_load(&place) == old) atomic_compare_exchange_strong(&place, &old, old);
  atomic_store(&needed, 0);
  return 0;
}
int main(void) {
  pthread_t one, two;
  place = malloc(8);
  pthread_create(&one, 0, worker, 0);
  pthread_create(&two, 0, other, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  free(place);
  return 0;
}
