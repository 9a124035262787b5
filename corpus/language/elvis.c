// GNU's `a ?: b`: `a` is evaluated once and is the value if it is not 0.
//@ verdict: TRUE
#include <assert.h>

static int calls;

static int next(int value) {
  calls++;
  return value;
}

int main(void) {
  int zero = 0, five = 5;
  int *none = 0;
  assert((zero ?: 2) == 2);
  assert((five ?: 2) == 5);
  assert((next(7) ?: next(8)) == 7 && calls == 1);
  assert((next(0) ?: next(8)) == 8 && calls == 3);
  assert((none ?: &five) == &five);
  return 0;
}
