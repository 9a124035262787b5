//@ verdict: FALSE(reach) or open
//@ options: --property reach
// The same without a counter: what is in the slot need not be what was seen there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *_Atomic slot;
static atomic_int version, seen_version, taken;
static void *replace(void *unused) {
  int *old = atomic_load(&slot);
  int *empty = 0;
  atomic_compare_exchange_strong(&slot, &old, empty);
  free(old);
  int *other = malloc(4);
  atomic_store(&version, 1);
  atomic_store(&slot, other);
  return 0;
}
int main(void) {
  pthread_t one;
  atomic_store(&slot, malloc(4));
  pthread_create(&one, 0, replace, 0);
  int *seen = atomic_load(&slot);
  int version_then = atomic_load(&version);
  pthread_join(one, 0);
  int *expected = seen;
  if (seen && version_then == 0 && atomic_compare_exchange_strong(&slot, &expected, 0)) {
    assert(atomic_load(&version) == version_then);
    free(seen);
  } else {
    free(atomic_load(&slot));
  }
  return 0;
}
