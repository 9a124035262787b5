// An element of an array inside of a struct that is only a value: the result of a call, or of a conditional.
//@ verdict: TRUE
#include <assert.h>

struct triple {
  int at[3];
};

static struct triple from(int first) {
  struct triple t = {{first, first + 1, first + 2}};
  return t;
}

int main(void) {
  struct triple a = from(10);
  assert(from(3).at[1] == 4);
  assert((a.at[0] == 10 ? from(1) : a).at[2] == 3);
  return 0;
}
