//@ verdict: FALSE(reach) or open
//@ says: in its place
// A reallocation may leave the object where it is.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *it = malloc(8);
  char *grown = realloc(it, 16);
  assert(grown != it);
  free(grown);
  return 0;
}
