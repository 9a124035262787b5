// The preprocessor: macros with arguments, pasting, strings, variadic ones, conditions; positions stay where they are.
//@ verdict: TRUE
//@ flags: -DFROM_OUTSIDE=3
#include <assert.h>

#ifndef FROM_OUTSIDE
#define FROM_OUTSIDE 3
#endif
#define SQUARE(x) ((x) * (x))
#define JOIN(a, b) a##b
#define TEXT(x) #x
#define FIRST(first, ...) first
#define SWAP(type, a, b) \
  do {                   \
    type t = a;          \
    a = b;               \
    b = t;               \
  } while (0)
#if FROM_OUTSIDE > 2 && defined SQUARE
#define VALUE 30
#else
#error "not here"
#endif

int main(void) {
  int JOIN(va, lue) = VALUE, other = 1;
  assert(SQUARE(1 + 2) == 9);
  assert(sizeof TEXT(a + b) == 6);
  assert(FIRST(1, 2, 3) == 1 && FROM_OUTSIDE == 3);
  SWAP(int, value, other);
  assert(value == 1 && other == 30);
  assert(__LINE__ == 32);
  return 0;
}
