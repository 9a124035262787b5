// Old-style definitions and declarations without a prototype.
//@ verdict: TRUE
#include <assert.h>

int twice();
int add(a, b)
int a;
char b;
{ return a + b; }

int main() {
  assert(twice(4) == 8);
  assert(add(1, 2) == 3);
  return 0;
}

int twice(x) int x; { return 2 * x; }
