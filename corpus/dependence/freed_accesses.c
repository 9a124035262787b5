// Both accesses fail, since the object is gone: looks, one class, though one of them is a store.
//@ verdict: FALSE(memory)
//@ executions: source 1, optimal 1, observers 1
//@ options: --keep-going
#define PREPARE
#include "two.h"
#include <stdlib.h>

struct pair {
  atomic_int left, right;
} *pair;

static void prepare(void) {
  pair = malloc(sizeof *pair);
  free(pair);
}

void *one(void *unused) {
  atomic_store(&pair->left, 1);
  return 0;
}

void *two(void *unused) {
  int value = atomic_load(&pair->left);
  (void)value;
  return 0;
}
