// Access to variable arguments.
//@ verdict: UNKNOWN(input)
//@ error: C0407
//@ line: 8
#include <stdarg.h>

static int first(int count, ...) {
  va_list list;
  va_start(list, count);
  int value = va_arg(list, int);
  va_end(list);
  return value;
}

int main(void) { return first(1, 0); }
