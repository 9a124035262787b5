// An element of a local array is tested that was never written.
//@ verdict: FALSE(memory)
//@ line: 14
//@ says: uninitialised
#include <assert.h>

static int pick(int i) {
  int values[4];
  values[0] = 1;
  return values[i];
}

int main(void) {
  assert(pick(2) == 0);
  return 0;
}
