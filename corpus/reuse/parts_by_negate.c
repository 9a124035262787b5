//@ verdict: TRUE(bounded)
//@ says: freed memory is not used again for the sake of what is computed from its address at
// A difference is a sum with a negative number.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>

int main(void) {
  int *one = malloc(sizeof *one);
  if (!one) return 0;
  long negative = -(long)one;
  free(one);
  int *two = malloc(sizeof *two);
  assert(negative + (long)two != 0);
  free(two);
  return 0;
}
