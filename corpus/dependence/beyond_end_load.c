// An access beyond the end looks at the whole object, and the load at a part of it: one class.
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
}

void *one(void *unused) {
  int value = atomic_load(&pair[1].left);
  (void)value;
  return 0;
}

void *two(void *unused) {
  int value = atomic_load(&pair->left);
  (void)value;
  return 0;
}
