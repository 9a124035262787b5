// A parameter of array type is a pointer: with or without a name, by typedef, and in pointers to functions.
//@ verdict: TRUE
#include <assert.h>

typedef int row[3];

static int sum(const row r) { return r[0] + r[1] + r[2]; }
static int (*by_name)(const row values) = sum;
static int (*unnamed)(const row) = sum;
static int (*spelled)(const int[3]) = sum;

int main(void) {
  row a = {1, 2, 3};
  assert(sum(a) == 6 && spelled(a) == 6);
  assert(by_name(a) == 6);
  assert(unnamed(a) == 6);
  return 0;
}
