//@ verdict: TRUE
#include <assert.h>
int n;
static int next(void) {
  n += 10;
  return 1;
}
int main(void) {
  int found = n + next();
  assert(found == 1 || found == 11);
  // Of these two the call is the first.
  n += next();
  assert(n == 21);
  return 0;
}
