// A store to any part of the object, before or behind its end: two classes. What ends an object is more than a store:
// observers have two as well.
//@ verdict: FALSE(memory) without race
//@ executions: source 2, optimal 2, observers 2
//@ options: --keep-going
#define PREPARE
#include "two.h"
#include <stdlib.h>

struct pair {
  atomic_int left, right;
} *pair;

static void prepare(void) {
  pair = malloc(sizeof *pair);
}

void *one(void *unused) {
  free(pair);
  return 0;
}

void *two(void *unused) {
  atomic_store(&pair->left, 1);
  return 0;
}
