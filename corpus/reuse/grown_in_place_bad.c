//@ verdict: FALSE(reach) or open
//@ options: --property reach
// A place has another size when a reallocation has left the object there: then an object of that size may get it.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *one = malloc(8), *first = one;
  char *grown = realloc(one, 16);
  free(grown);
  char *two = malloc(16);
  assert(two != first);
  free(two);
  return 0;
}
