//@ verdict: FALSE(reach)
//@ line: 6
#include <assert.h>
int main(void) {
  int i = 0, numbers[2] = {i++, i++};
  assert(numbers[0] == 0);
  return 0;
}
