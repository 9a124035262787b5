// With NDEBUG, assert does nothing, not even evaluate.
//@ verdict: TRUE
//@ flags: -DNDEBUG
#include <assert.h>

int main(void) {
  int x = 1;
  assert(x++ == 0);
  if (x != 1) __VERIFIER_error();
  return 0;
}
