// The end of one object and a store to another: one class.
//@ verdict: TRUE
//@ executions: source 1, optimal 1, observers 1
#define PREPARE
#include "two.h"
#include <stdlib.h>

struct pair {
  atomic_int left, right;
} *pair, *other;

static void prepare(void) {
  pair = malloc(sizeof *pair);
  other = malloc(sizeof *other);
}

void *one(void *unused) {
  free(pair);
  return 0;
}

void *two(void *unused) {
  atomic_store(&other->left, 1);
  return 0;
}
