//@ verdict: FALSE(reach)
//@ line: 11
#include <assert.h>
int n;
static int next(void) {
  n += 10;
  return 1;
}
int main(void) {
  int found = n + next();
  assert(found == 1);
  return 0;
}
