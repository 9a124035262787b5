// Whoever comes second frees twice: two classes.
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
  free(pair);
  return 0;
}

void *two(void *unused) {
  free(pair);
  return 0;
}
