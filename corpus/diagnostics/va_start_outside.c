// A function without variable arguments has none to start with.
//@ verdict: UNKNOWN(input)
//@ error: C0407
//@ line: 9
#include <stdarg.h>

static int first(int count) {
  va_list list;
  va_start(list, count);
  return va_arg(list, int);
}

int main(void) { return first(1); }
