// An access beyond the end looks at the whole object, since its size is what matters: two classes with a store to it.
// It fails in both.
//@ verdict: FALSE(memory)
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
  int value = atomic_load(&pair[1].left);
  (void)value;
  return 0;
}

void *two(void *unused) {
  atomic_store(&pair->left, 1);
  return 0;
}
