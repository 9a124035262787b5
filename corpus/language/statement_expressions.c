// GNU C: statement expressions and typeof, as kernels use them.
//@ verdict: TRUE
#include <assert.h>

#define MAX(a, b)                \
  ({                             \
    __typeof__(a) _a = (a);      \
    __typeof__(b) _b = (b);      \
    _a > _b ? _a : _b;           \
  })

int main(void) {
  int i = 3;
  assert(MAX(i++, 2) == 3 && i == 4);
  assert(MAX(1L, 2) == 2 && sizeof(MAX(1L, 2)) == 8);
  assert(({ int t = i; t *= 2; t; }) == 8);
  return 0;
}
