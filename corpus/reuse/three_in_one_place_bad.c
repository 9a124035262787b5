//@ verdict: FALSE(reach) or open
//@ options: --property reach
// Three objects, one after the other, with one address.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int *one = malloc(4), *first = one;
  free(one);
  int *two = malloc(4), *second = two;
  free(two);
  int *three = malloc(4);
  assert(!(three == second && second == first));
  free(three);
  return 0;
}
