// What is freed is reached by a global pointer, and the call may come first.
//@ verdict: FALSE(memory)
#include <stdlib.h>
static int *shared;
static int drop(void) {
  free(shared);
  return 1;
}
int main(void) {
  shared = malloc(sizeof *shared);
  *shared = 1;
  return *shared + drop() != 2;
}
