// A struct may be completed behind the variable.
//@ verdict: TRUE
#include <assert.h>
struct later shared;
struct later {
  int first, second;
};

int main(void) {
  shared.second = 2;
  assert(shared.first == 0 && shared.second == 2);
  return 0;
}
