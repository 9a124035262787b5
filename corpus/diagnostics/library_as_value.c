// A library function whose address is taken.
//@ verdict: UNKNOWN(input)
//@ error: C0414
//@ line: 8
#include <stdlib.h>

int main(void) {
  void (*release)(void *) = free;
  release(0);
  return 0;
}
