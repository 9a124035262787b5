// Reading what has been freed.
//@ verdict: FALSE(memory)
//@ line: 12
//@ says: use after free
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  int *alias = p;
  free(p);
  return *alias;
}
