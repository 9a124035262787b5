// A const integer with a known value can be used in initial values, as GCC has it, and for the size of an array.
//@ verdict: TRUE
#include <assert.h>

typedef const int fixed;

const int a = 4;
static fixed b = a + 1;
int c = b * 2;
const int table[] = {a, b, a + b};
int *const nowhere = 0;
const char *name = "x";

int main(void) {
  const int n = 3;
  int local[n];
  for (int i = 0; i < n; i++) local[i] = table[i];
  assert(sizeof local == 12 && local[2] == 9 && c == 10 && b == 5);
  // Only what the pointer points to is const.
  name = "y";
  assert(*name == 'y' && nowhere == 0);
  return 0;
}
