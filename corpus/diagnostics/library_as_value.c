// A library function whose address is taken, and that is none of those which are handed on.
//@ verdict: UNKNOWN(input)
//@ error: C0414
//@ line: 8
#include <stdlib.h>

int main(void) {
  void *(*make)(size_t, size_t) = calloc;
  free(make(1, 4));
  return 0;
}
