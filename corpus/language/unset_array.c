// The same for a local array without an initialiser.
//@ verdict: TRUE
//@ says: assumption
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
