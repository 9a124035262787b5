//@ verdict: FALSE(memory) or open
// ... and it may not.
#include <stdlib.h>
int main(void) {
  char *it = malloc(8);
  it[0] = 1;
  char *grown = realloc(it, 16);
  if (grown == it) it[0] = 2;
  else it[0] = 3;
  free(grown);
  return 0;
}
