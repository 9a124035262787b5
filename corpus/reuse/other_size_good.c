//@ verdict: TRUE or open
// An object gets the place of one with the same size only.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *one = malloc(8), *old = one;
  free(one);
  char *two = malloc(16);
  assert(two != old);
  free(two);
  return 0;
}
