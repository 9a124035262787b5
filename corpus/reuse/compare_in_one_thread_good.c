//@ verdict: TRUE or open
// What is freed is forgotten.
#include <assert.h>
#include <stdlib.h>
static int *cached;
static int *fresh(void) { return malloc(sizeof(int)); }
int main(void) {
  cached = fresh();
  free(cached);
  cached = 0;
  int *other = fresh();
  assert(other != cached);
  free(other);
  return 0;
}
