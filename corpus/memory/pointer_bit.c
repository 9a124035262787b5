// A pointer whose lowest bit says that the object is taken: set by fetch_or, masked before use.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

atomic_uintptr_t packed;
atomic_int winners;

void *take(void *unused) {
  uintptr_t before = atomic_fetch_or(&packed, (uintptr_t)1);
  if (!(before & 1)) {
    winners++;
    int *it = (int *)(before & ~(uintptr_t)1);
    assert(*it == 5);
    free(it);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  int *it = malloc(sizeof *it);
  *it = 5;
  atomic_init(&packed, (uintptr_t)it);
  pthread_create(&thread, 0, take, 0);
  take(0);
  pthread_join(thread, 0);
  assert(winners == 1);
  return 0;
}
