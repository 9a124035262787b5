//@ verdict: TRUE or open
//@ executions: optimal 10
// What is expected was freed, and what is found could have got its place.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static void *_Atomic place;
static void *worker(void *unused) {
  void *mine = atomic_exchange(&place, 0);
  free(mine);
  void *next = malloc(8);
  atomic_store(&place, next);
  return 0;
}
static void *other(void *unused) {
  void *old = atomic_load(&place);
  if (old) atomic_compare_exchange_strong(&place, &old, old);
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
