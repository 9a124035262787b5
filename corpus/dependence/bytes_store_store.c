// A store to four bytes and one to a part of them: two classes. For observers stores commute only if they are to
// exactly the same bytes: two as well.
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
  __atomic_store_n(&word.bytes[2], 1, __ATOMIC_SEQ_CST);
  return 0;
}
