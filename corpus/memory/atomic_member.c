// _Atomic members of several widths in a heap struct: operations on one do not touch its neighbours.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

struct statistics {
  _Atomic uint8_t small;
  _Atomic int16_t medium;
  _Atomic(long) large;
};

void *count(void *argument) {
  struct statistics *it = argument;
  it->small += 200;
  it->medium--;
  atomic_fetch_add(&it->large, 1L << 40);
  return 0;
}

int main(void) {
  pthread_t thread;
  struct statistics *it = malloc(sizeof *it);
  atomic_init(&it->small, 0);
  atomic_init(&it->medium, 0);
  atomic_init(&it->large, 0);
  pthread_create(&thread, 0, count, it);
  count(it);
  pthread_join(thread, 0);
  assert(it->small == 400 - 256);
  assert(it->medium == -2);
  assert(it->large == 1L << 41);
  free(it);
  return 0;
}
