//@ verdict: FALSE(reach) or open
//@ options: --property reach
//@ line: 15
//@ says: the memory of heap@10 was used again for heap@13
// The address of a freed object says nothing about the one that is allocated next.
#include <assert.h>
#include <stdlib.h>
static int *cached;
static int *make(int value) {
  int *it = malloc(sizeof *it);
  return *it = value, it;
}
static int *fresh(void) { return malloc(sizeof(int)); }
static void check(int *it) {
  assert(it != cached);
}
int main(void) {
  cached = make(1);
  free(cached);
  int *other = fresh();
  check(other);
  free(other);
  return 0;
}
