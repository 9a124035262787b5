// INT_MIN % -1 is undefined because the quotient does not fit.
//@ verdict: FALSE(overflow)
//@ line: 8
#include <limits.h>

int main(void) {
  int x = INT_MIN, y = -1;
  return x % y;
}
