// Two bits of an address say which slot of a table it belongs to. That a freed address comes again is not tried for their sake, so the
// claim names the place.
//@ verdict: TRUE(bounded)
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static int seen[4];

static int slot(const void *pointer) {
  uintptr_t bits = (uintptr_t)pointer;
  return (bits & (1UL << 32) ? 1 : 0) + (bits & (1UL << 33) ? 2 : 0);
}

int main(void) {
  int *first = malloc(sizeof *first);
  seen[slot(first)] = 1;
  free(first);
  int *second = malloc(sizeof *second);
  assert(!seen[slot(second)]);
  free(second);
  return 0;
}
