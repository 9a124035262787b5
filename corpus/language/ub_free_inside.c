// Freeing a pointer into the middle of a heap object.
//@ verdict: FALSE(memory)
//@ line: 10
//@ says: free
#include <stdlib.h>

int main(void) {
  char *p = malloc(10);
  p++;
  free(p);
  return 0;
}
