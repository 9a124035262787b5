// Telbisz (thesis, 2024), figure 5.3, as far as the text gives it. The first thread finds y = 0 always: y is 1 only
// if x was, which is its last step. So it is load y, load y, store x. Its loads are before, between or behind the
// store to y, its store is in one of 4 places among the 3 accesses to x; if it is the first of them, both loads are
// before: 3 * 3 + 1 = 10. The load of x behind both stores reads one of them, so that observers have 10 too.
//@ verdict: TRUE
//@ executions: source 10, optimal 10, observers 10
#include "two.h"
#include <assert.h>
#include <stdatomic.h>

atomic_int x, y;

void *one(void *unused) {
  if (atomic_load(&y) == 1)
    atomic_store(&x, 1);
  else
    atomic_store(&x, 1 - atomic_load(&y));
  return 0;
}

void *two(void *unused) {
  atomic_store(&y, atomic_load(&x));
  atomic_store(&x, 1 - atomic_load(&y));
  assert(atomic_load(&x) == 1 || atomic_load(&y) == 1);
  return 0;
}
