// malloc gives memory with unknown contents. If it is taken to be 0, the verdict has to say so.
//@ verdict: TRUE
//@ says: assumption
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  assert(*p == 0);
  free(p);
  return 0;
}
