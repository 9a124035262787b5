//@ verdict: FALSE(memory)
//@ says: memory leak
// Both threads make a cache; the one whose compare-exchange fails uses the other's and forgets to free its own.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) cache;

static int *get(void) {
  int *found = atomic_load(&cache);
  if (found) return found;
  int *fresh = malloc(sizeof *fresh);
  *fresh = 5;
  if (atomic_compare_exchange_strong(&cache, &found, fresh)) return fresh;
  return found;
}

static void *user(void *arg) {
  assert(*get() == 5);
  return arg;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, user, NULL);
  pthread_create(&threads[1], NULL, user, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  free(atomic_load(&cache));
  return 0;
}
