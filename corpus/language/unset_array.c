// An element of a local array is read that was never written. Only --uninitialised tells; else it is 0.
//@ verdict: FALSE(memory)
//@ line: 11
//@ says: uninitialised
//@ options: --uninitialised
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
