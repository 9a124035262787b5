// Without the property `memory` the thread stops at its mistake, and the verdict names the place.
//@ verdict: TRUE
//@ options: --property reach
//@ says: a mistake that is not checked for stops a thread at
//@ says: unchecked_mistake.c:10:3
#include <assert.h>
#include <stddef.h>
int main(void) {
  int *p = NULL;
  *p = 1;
  assert(0);
  return 0;
}
