//@ verdict: FALSE(reach)
//@ line: 28
// Both additions lead to the same state in either order, but if they are not explored the other way round to the end, nobody
// finds out that `b = a` could come before `a = 1`: that is a race of other events, with what follows the state.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int a, b, x;

static void *one(void *unused) {
  atomic_store(&a, 1);
  atomic_fetch_add(&x, 1);
  return unused;
}

static void *two(void *unused) {
  atomic_fetch_add(&x, 1);
  atomic_store(&b, atomic_load(&a));
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  assert(atomic_load(&b) == 1);
  return 0;
}
