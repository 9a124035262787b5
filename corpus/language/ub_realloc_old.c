// After realloc the old address is dead, also if the object has become smaller.
//@ verdict: FALSE(memory)
//@ line: 11
//@ says: use after free
#include <stdlib.h>

int main(void) {
  int *p = malloc(8), *q = p;
  *p = 1;
  p = realloc(p, 4);
  *q = 2;
  free(p);
  return 0;
}
