//@ verdict: FALSE(reach)
//@ line: 11
// The lengths of one declarator may be worked out in any order.
#include <assert.h>
#include <stddef.h>
static int count;
static int next(void) { return ++count; }
int main(void) {
  int rows[next()][next()];
  size_t columns = sizeof rows[0] / sizeof rows[0][0];
  assert(columns == 2);
  return 0;
}
