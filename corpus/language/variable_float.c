// A float among the variable arguments is a double.
//@ verdict: TRUE
#include <assert.h>
#include <stdarg.h>
static double first(int count, ...) {
  va_list list;
  va_start(list, count);
  double value = va_arg(list, double);
  va_end(list);
  return value;
}
int main(void) {
  float f = 1.5f;
  assert(first(1, f) == 1.5 && first(1, 2.5f) == 2.5);
  return 0;
}
