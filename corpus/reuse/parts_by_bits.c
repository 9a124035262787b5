//@ verdict: TRUE(bounded)
//@ says: freed memory is not used again for the sake of what is computed from its address at
// A pointer in two bit-fields.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>
struct parts { uint64_t low : 40, high : 24; };
int main(void) {
  int *one = malloc(sizeof *one);
  if (!one) return 0;
  struct parts a = {(uintptr_t)one, (uintptr_t)one >> 40};
  free(one);
  int *two = malloc(sizeof *two);
  struct parts b = {(uintptr_t)two, (uintptr_t)two >> 40};
  assert(a.low != b.low || a.high != b.high);
  free(two);
  return 0;
}
