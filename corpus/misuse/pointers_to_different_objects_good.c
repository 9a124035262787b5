//@ verdict: TRUE
// Whether they are the same can be asked, and how far elements of one array are apart.
#include <assert.h>
#include <stddef.h>

static int one[4], two[4];

static ptrdiff_t distance(int *from, int *to) {
  return to - from;
}

int main(void) {
  assert(one != two);
  assert(distance(&one[1], one + 4) == 3 && distance(&one[3], one) == -3);
  return distance(one, one) == 0 ? 0 : 1;
}
