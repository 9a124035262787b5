// Writing a bit-field reads its neighbours, which may be unset.
//@ verdict: TRUE
#include <assert.h>

struct flags {
  unsigned first : 3;
  unsigned second : 5;
  unsigned third : 9;
};

int main(void) {
  struct flags it;
  it.first = 5;
  assert(it.first == 5);
  it.third = 300;
  it.first = 2;
  assert(it.first + it.third == 302);
  return 0;
}
