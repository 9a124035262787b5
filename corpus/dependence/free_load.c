// A load of any part of the object, before or behind its end: two classes.
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
  int value = atomic_load(&pair->right);
  (void)value;
  return 0;
}
