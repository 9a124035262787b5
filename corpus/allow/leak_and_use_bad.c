// With memory that is lost let pass, a use after free is one.
//@ verdict: FALSE(memory)
//@ line: 12
//@ options: --allow leak
//@ says: memory[use-after-free]: use after free
#include <stdlib.h>

int main(void) {
  int *lost = malloc(sizeof *lost);
  int *p = malloc(sizeof *p);
  lost = p;
  free(p), *lost = 1;
  return 0;
}
