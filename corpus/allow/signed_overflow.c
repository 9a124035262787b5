// A hash that wraps around, at the line that says so.
//@ verdict: TRUE
//@ says: `signed-overflow` is let pass at
#include <assert.h>

int main(void) {
  int hash = 2147483647;
  hash = hash * 31 + 7; // raddle: allow(signed-overflow)
  assert(hash == 2147483624);
  return 0;
}
