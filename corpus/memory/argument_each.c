// The sibling of argument_shared.c: every thread gets an element of an array of arguments.
//@ verdict: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct argument {
  pthread_t thread;
  int number;
};
atomic_int seen;

void *record(void *argument) {
  struct argument *it = argument;
  seen |= 1 << it->number;
  return 0;
}

int main(void) {
  struct argument *all = calloc(2, sizeof *all);
  for (int i = 0; i < 2; i++) {
    all[i].number = i;
    pthread_create(&all[i].thread, 0, record, &all[i]);
  }
  for (struct argument *it = all; it < all + 2; it++) pthread_join(it->thread, 0);
  assert(seen == 3);
  free(all);
  return 0;
}
