// In ilp32 a long has 32 bits: this sum does not fit.
//@ verdict: FALSE(overflow)
//@ line: 9
//@ options: --data-model ilp32
#include <limits.h>

int main(void) {
  long top = INT_MAX;
  long sum = top + 1;
  return sum > 0;
}
