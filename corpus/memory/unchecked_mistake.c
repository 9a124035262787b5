// Without the property `memory` the thread stops at its mistake: what it would do then is not known, and the scope names the place.
//@ verdict: TRUE(bounded)
//@ options: --property reach
//@ says: unchecked_mistake.c:9:3 by a mistake that is not checked for
#include <assert.h>
#include <stddef.h>
int main(void) {
  int *p = NULL;
  *p = 1;
  assert(0);
  return 0;
}
