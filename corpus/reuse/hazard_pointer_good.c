//@ verdict: TRUE or open
//@ executions: optimal 32
// A reader says which object it needs, and looks again; it is freed only when no reader needs it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *_Atomic slot, *_Atomic hazard;
static void *read_it(void *unused) {
  int *it = atomic_load(&slot);
  atomic_store(&hazard, it);
  if (atomic_load(&slot) == it) assert(*it == 1);
  atomic_store(&hazard, 0);
  return 0;
}
static void *replace(void *unused) {
  for (int i = 0; i < 2; i++) {
    int *other = malloc(sizeof *other);
    *other = 1;
    int *old = atomic_exchange(&slot, other);
    while (atomic_load(&hazard) == old) {
    }
    free(old);
  }
  return 0;
}
int main(void) {
  pthread_t one, two;
  int *first = malloc(sizeof *first);
  *first = 1;
  atomic_store(&slot, first);
  pthread_create(&one, 0, read_it, 0);
  pthread_create(&two, 0, replace, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  free(atomic_load(&slot));
  return 0;
}
