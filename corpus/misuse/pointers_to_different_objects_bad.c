//@ verdict: FALSE(memory)
//@ says: pointers to different objects are subtracted
// How far are two objects apart? Nobody knows.
#include <assert.h>
#include <stddef.h>

static int one[4], two[4];

static ptrdiff_t distance(int *from, int *to) {
  return to - from;
}

int main(void) {
  assert(one != two);
  assert(distance(&one[1], one + 4) == 3 && distance(&one[3], one) == -3);
  return distance(one, two) == 0 ? 0 : 1;
}
