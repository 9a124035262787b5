// C as it was: parameters declared behind their list, and int where no type is given.
//@ verdict: TRUE
#include <assert.h>
static counter;

add(left, right) int left; char *right; {
  counter++;
  return left + *right;
}




twice(number) { return 2 * number; }

int main() {
  assert(add(1, "a") == 98 && twice(3) == 6 && counter == 1);
  return 0;
}
