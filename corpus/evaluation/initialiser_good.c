//@ verdict: TRUE
#include <assert.h>
int main(void) {
  int i = 0, numbers[2] = {i++, i++};
  assert(numbers[0] + numbers[1] == 1 && i == 2);
  int more[3] = {i, i + 1, 5};
  assert(more[0] == 2 && more[1] == 3);
  return 0;
}
