//@ verdict: TRUE or open
//@ executions: optimal 2
// A pointer into the old object is moved if the object has.
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
int main(void) {
  char *it = malloc(8), *at = it + 3;
  *at = 5;
  char *grown = realloc(it, 16);
  if (grown != it) at = grown + 3;
  assert(*at == 5);
  free(grown);
  return 0;
}
