//@ verdict: TRUE
#include <assert.h>
static int difference(int a, int b) { return a - b; }
int main(void) {
  int i = 3, k = 4;
  int *p = &k;
  int found = difference(*p, i++);
  assert(found == 1 && i == 4);
  return 0;
}
