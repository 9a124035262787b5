// Stores to two bytes of one word have no byte in common: one class.
//@ verdict: TRUE
//@ executions: source 1, optimal 1, observers 1
#include "two.h"

union {
  int whole;
  char bytes[4];
} word;

void *one(void *unused) {
  __atomic_store_n(&word.bytes[0], 1, __ATOMIC_SEQ_CST);
  return 0;
}

void *two(void *unused) {
  __atomic_store_n(&word.bytes[1], 1, __ATOMIC_SEQ_CST);
  return 0;
}
