// malloc gives memory with unknown contents, which an assertion tests.
//@ verdict: FALSE(memory)
//@ line: 10
//@ says: memory that is allocated in line 9
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  assert(*p == 0);
  free(p);
  return 0;
}
