// More variable arguments are read than there are.
//@ verdict: FALSE(memory)
//@ line: 11
#include <stdarg.h>

static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int all = 0;
  while (count--) {
    all += va_arg(list, int);
  }
  va_end(list);
  return all;
}

int main(void) { return sum(3, 1, 2); }
