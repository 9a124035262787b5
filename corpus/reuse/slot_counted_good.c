//@ verdict: TRUE or open
//@ executions: optimal 6
// A pointer with a counter in the bits that alignment leaves free: a new object in the place of the old one has another counter.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
static atomic_uintptr_t slot;
static atomic_int replaced;
static void *replace(void *unused) {
  uintptr_t old = atomic_load(&slot);
  int *other = malloc(16);
  *other = 2;
  if (atomic_compare_exchange_strong(&slot, &old, (uintptr_t)other | ((old + 1) & 7))) {
    atomic_fetch_add(&replaced, 1);
    free((void *)(old & ~(uintptr_t)7));
  } else {
    free(other);
  }
  return 0;
}
int main(void) {
  pthread_t one, two;
  atomic_store(&slot, (uintptr_t)malloc(16));
  pthread_create(&one, 0, replace, 0);
  pthread_create(&two, 0, replace, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  uintptr_t last = atomic_load(&slot);
  assert((int)(last & 7) == atomic_load(&replaced));
  free((void *)(last & ~(uintptr_t)7));
  return 0;
}
