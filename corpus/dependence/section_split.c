// As section_section.c, but without sections: two pairs, each in two orders, and all four combinations are possible.
//@ verdict: TRUE
//@ executions: source 4, optimal 4, observers 4
#include "two.h"

atomic_int x, y;

void *one(void *unused) {
  atomic_store(&x, 1);
  atomic_store(&y, 1);
  return 0;
}

void *two(void *unused) {
  int sum = atomic_load(&x);
  sum += atomic_load(&y);
  return 0;
}
