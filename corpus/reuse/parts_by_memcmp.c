//@ verdict: TRUE(bounded)
//@ says: freed memory is not used again for the sake of what is computed from its address at
// memcmp compares the bytes of pointers.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>
static int *old, *new;
int main(void) {
  int *one = malloc(sizeof *one);
  if (!one) return 0;
  old = one;
  free(one);
  new = malloc(sizeof *new);
  assert(memcmp(&old, &new, sizeof old) != 0);
  free(new);
  return 0;
}
