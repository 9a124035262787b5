//@ verdict: TRUE
#include <assert.h>
static int twice(int it) { return 2 * it; }
int main(void) {
  int i = 1;
  // The increment is done before the call, and the assignment after it.
  i = twice(i++);
  assert(i == 2);
  i = (i++, i + 1);
  assert(i == 4);
  i += i;
  i = i + 1;
  assert(i == 9);
  return 0;
}
