// Reallocation ends the old object: the load of it is before or behind, two classes.
//@ verdict: FALSE(memory) without race
//@ executions: source 2, optimal 2, observers 2
//@ options: --keep-going
#define PREPARE
#include "two.h"
#include <stdlib.h>

atomic_int *old, *new;

static void prepare(void) { old = malloc(sizeof *old); }

void *one(void *unused) {
  new = realloc(old, 2 * sizeof *old);
  return 0;
}

void *two(void *unused) {
  int value = atomic_load(old);
  return (void *)(long)value;
}
