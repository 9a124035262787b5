//@ verdict: TRUE(bounded)
//@ says: freed memory is not used again for the sake of what is computed from its address at
// The halves of a pointer are those of one that was freed, if its memory is used again.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>
union parts { int *pointer; uint32_t half[2]; };
int main(void) {
  int *one = malloc(sizeof *one);
  if (!one) return 0;
  union parts a = {one}, b;
  free(one);
  b.pointer = malloc(sizeof *one);
  assert(a.half[0] != b.half[0] || a.half[1] != b.half[1]);
  free(b.pointer);
  return 0;
}
