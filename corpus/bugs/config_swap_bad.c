//@ verdict: FALSE(memory)
//@ line: 34
//@ says: double free
// The old configuration is loaded, then the new one is stored: two updates can both believe to have replaced the same.
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
  int *old = atomic_load(&config);
  atomic_store(&config, fresh);
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
