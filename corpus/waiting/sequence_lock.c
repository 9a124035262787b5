//@ verdict: TRUE
//@ says: scope: all executions
// A sequence lock: readers try again if somebody has written in the meantime.
#include "wait.h"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int sequence, first, second;

static void *writer(void *unused) {
  atomic_fetch_add(&sequence, 1);
  atomic_store(&first, 1);
  atomic_store(&second, 1);
  atomic_fetch_add(&sequence, 1);
  return unused;
}

static void *reader(void *unused) {
  int before, one, two;
#ifdef AWAIT
  before = atomic_load(&sequence);
  one = atomic_load(&first);
  two = atomic_load(&second);
  __VERIFIER_assume(before % 2 == 0 && atomic_load(&sequence) == before);
#else
  do {
    before = atomic_load(&sequence);
    one = atomic_load(&first);
    two = atomic_load(&second);
  } while (!(before % 2 == 0 && atomic_load(&sequence) == before));
#endif
  assert(one == two);
  return unused;
}

int main(void) {
  pthread_t threads[N];
  pthread_create(&threads[0], 0, writer, 0);
  for (int i = 1; i < N; i++) pthread_create(&threads[i], 0, reader, 0);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  return 0;
}
