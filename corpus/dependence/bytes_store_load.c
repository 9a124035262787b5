// A store to four bytes and a load of one of them: two classes.
//@ verdict: TRUE
//@ executions: source 2, optimal 2, observers 2
#include "two.h"

union {
  int whole;
  char bytes[4];
} word;

void *one(void *unused) {
  __atomic_store_n(&word.whole, 1, __ATOMIC_SEQ_CST);
  return 0;
}

void *two(void *unused) {
  char value = __atomic_load_n(&word.bytes[2], __ATOMIC_SEQ_CST);
  (void)value;
  return 0;
}
