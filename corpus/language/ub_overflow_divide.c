// INT_MIN / -1 does not fit.
//@ verdict: FALSE(overflow)
//@ line: 9
//@ says: signed overflow
#include <limits.h>

int main(void) {
  int x = INT_MIN, y = -1;
  return x / y;
}
