//@ verdict: TRUE
// Counting from 1, and taking that off at each access.
#include <assert.h>

int main(void) {
  int numbers[4] = {1, 2, 3, 4};
  int *from_zero = numbers;
  for (int i = 1; i <= 4; i++)
    assert(*(from_zero + (i - 1)) == i && numbers[i - 1] == i && *(numbers + i - 1) == i);
  return 0;
}
