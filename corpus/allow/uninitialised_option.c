// So it is in the whole program, also in memory that has no name.
//@ verdict: TRUE
//@ options: --allow uninitialised
//@ says: `uninitialised` is let pass at
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *flags = malloc(2);
  int count = 0;
  flags[0] = 0;
  for (int i = 0; i < 2; i++)
    if (flags[i]) count++;
  assert(count <= 1);
  free(flags);
  return 0;
}
