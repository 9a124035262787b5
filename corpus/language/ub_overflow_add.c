// INT_MAX + 1, by ++.
//@ verdict: FALSE(overflow)
//@ line: 9
//@ says: signed overflow
#include <limits.h>

int main(void) {
  int x = INT_MAX;
  x++;
  return x;
}
