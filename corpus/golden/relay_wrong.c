// Telbisz (thesis, 2024), figure 4.1: the other thread overwrites y = 1 with what x was before x = 1.
//@ verdict: FALSE(reach)
//@ line: 13
#include "two.h"
#include <assert.h>
#include <stdatomic.h>

atomic_int x, y;

void *one(void *unused) {
  atomic_store(&x, 1);
  atomic_store(&y, 1);
  assert(atomic_load(&y) == 1);
  return 0;
}

void *two(void *unused) {
  atomic_store(&y, atomic_load(&x));
  atomic_store(&x, 0);
  return 0;
}
