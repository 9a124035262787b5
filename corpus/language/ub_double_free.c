// Freeing twice.
//@ verdict: FALSE(memory)
//@ line: 10
//@ says: double free
#include <stdlib.h>

int main(void) {
  char *p = malloc(10);
  free(p);
  free(p);
  return 0;
}
