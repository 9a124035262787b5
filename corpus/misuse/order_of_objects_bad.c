//@ verdict: FALSE(reach)
//@ says: order of addresses
// Which of two objects comes first is not said; the program takes it for the one that was declared first.
#include <assert.h>

static int first, second;

static int *lower(int *one, int *two) {
  return one < two ? one : two;
}

int main(void) {
  *lower(&second, &first) = 1;
  assert(first == 1);
  return 0;
}
