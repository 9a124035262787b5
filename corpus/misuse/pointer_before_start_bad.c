//@ verdict: FALSE(memory)
//@ line: 9
//@ says: a pointer is moved out of its object, and not to its end
// Counting from 1, by a pointer to what is before the first element.
#include <assert.h>

int main(void) {
  int numbers[4] = {1, 2, 3, 4};
  int *from_one = numbers - 1;
  assert(from_one[4] == 4);
  return 0;
}
