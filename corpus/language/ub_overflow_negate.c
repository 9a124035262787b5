// The negation of the smallest number.
//@ verdict: FALSE(overflow)
//@ line: 8
//@ says: signed overflow
#include <limits.h>

static long magnitude(long x) {
  return x < 0 ? -x : x;
}

int main(void) { return magnitude(LONG_MIN + 1) > magnitude(LONG_MIN); }
