//@ verdict: TRUE(bounded)
//@ says: freed memory is not used again for the sake of what is computed from its address at
// An atomic operation leaves the difference of two addresses in memory.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>
static atomic_uintptr_t mixed;
int main(void) {
  int *one = malloc(sizeof *one);
  if (!one) return 0;
  mixed = (uintptr_t)one;
  free(one);
  int *two = malloc(sizeof *two);
  atomic_fetch_xor(&mixed, (uintptr_t)two);
  assert(mixed != 0);
  free(two);
  return 0;
}
