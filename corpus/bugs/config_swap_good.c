//@ verdict: TRUE
// The new configuration is exchanged for the old one in one step; each old one is returned once.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) config;

static int *make(void) {
  int *fresh = malloc(sizeof *fresh);
  *fresh = 1;
  return fresh;
}

static void *update(void *arg) {
  int *fresh = make();
  int *old = atomic_exchange(&config, fresh);
  (void)arg;
  return old;
}

int main(void) {
  pthread_t first, second;
  atomic_store(&config, make());
  pthread_create(&first, NULL, update, NULL);
  pthread_create(&second, NULL, update, NULL);
  void *one, *two;
  pthread_join(first, &one);
  pthread_join(second, &two);
  free(one);
  free(two);
  free(atomic_load(&config));
  return 0;
}
