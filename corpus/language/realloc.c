// realloc keeps what fits; of null it is malloc. The aligned functions give memory too.
//@ verdict: TRUE
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = realloc(0, 2 * sizeof *p);
  p[0] = 1;
  p[1] = 2;
  p = realloc(p, 4 * sizeof *p);
  p[3] = 4;
  assert(p[0] == 1 && p[1] == 2 && p[3] == 4);
  p = realloc(p, sizeof *p);
  assert(p[0] == 1);
  free(p);
  long *q = aligned_alloc(64, 64), *r;
  q[7] = 3;
  assert(posix_memalign((void **)&r, 64, sizeof *r) == 0);
  *r = q[7];
  assert(*r == 3);
  free(q);
  free(r);
  return 0;
}
