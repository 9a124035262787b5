//@ verdict: FALSE(reach)
//@ line: 36
// y ends as 0 only if x is overwritten before it is read, and y = 1 comes before the copy. Context-sensitive reduction as
// printed loses that: in the other order of both stores to y all states are known, and with x = 0 first nobody asks for it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x = 1, y = 2;

static void *copy(void *unused) {
  int seen = atomic_load(&x);
  atomic_store(&y, seen);
  return unused;
}

static void *store(void *unused) {
  atomic_store(&y, 1);
  return unused;
}

static void *clear(void *unused) {
  atomic_store(&x, 0);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, copy, 0);
  pthread_create(&threads[1], 0, store, 0);
  pthread_create(&threads[2], 0, clear, 0);
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], 0);
  }
  // It is 1 in all other orders.
  assert(atomic_load(&y) == 1);
  return 0;
}
