// A copy of any value in memory is any value, too.
//@ verdict: FALSE(reach)
//@ options: --property reach,deadlock
#include <assert.h>
#include <stdbool.h>
static bool flag;
int main(void) {
  bool value;
  flag = value;
  assert(!flag);
  return 0;
}
