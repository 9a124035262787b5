// Without the property `overflow`, signed arithmetic wraps, and the claim says that this is assumed.
//@ verdict: TRUE
//@ options: --property reach,memory
//@ says: signed arithmetic wraps around
#include <assert.h>
#include <limits.h>

int main(void) {
  int x = INT_MAX;
  x++;
  assert(x == INT_MIN);
  return 0;
}
