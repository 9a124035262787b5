// What is freed is read before.
//@ verdict: TRUE
#include <stdlib.h>
static int *shared;
static int drop(void) {
  free(shared);
  return 1;
}
int main(void) {
  shared = malloc(sizeof *shared);
  *shared = 1;
  int value = *shared;
  return value + drop() != 2;
}
