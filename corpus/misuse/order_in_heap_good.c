//@ verdict: TRUE or open
//@ says: scope: all executions
// Pointers into one object are ordered, wherever it is: nothing is open.
#include <stdlib.h>

static int sum(const int *from, const int *to) {
  int sum = 0;
  for (; from < to; from++)
    sum += *from;
  return sum;
}

static int *make(int count) {
  int *numbers = calloc(count, sizeof *numbers);
  if (!numbers) exit(0);
  return numbers;
}

int main(void) {
  int *few = make(2), *more = make(3);
  int all = sum(few, few + 2) + sum(more, more + 3);
  free(few);
  free(more);
  return all;
}
