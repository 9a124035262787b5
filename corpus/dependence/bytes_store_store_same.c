// Two stores to the same one byte of a word: two classes, one for observers.
//@ verdict: TRUE
//@ executions: source 2, optimal 2, observers 1
#include "two.h"

union {
  int whole;
  char bytes[4];
} word;

void *one(void *unused) {
  __atomic_store_n(&word.bytes[2], 1, __ATOMIC_SEQ_CST);
  return 0;
}

void *two(void *unused) {
  __atomic_store_n(&word.bytes[2], 2, __ATOMIC_SEQ_CST);
  return 0;
}
