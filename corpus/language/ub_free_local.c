// Freeing something that never came from malloc.
//@ verdict: FALSE(memory)
//@ line: 9
#include <stdlib.h>

int main(void) {
  int x = 0;
  int *p = &x;
  free(p);
  return 0;
}
