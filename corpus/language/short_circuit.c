// && and || evaluate the right side only if it matters; their value is 0 or 1.
//@ verdict: TRUE
#include <assert.h>

static int calls;
static int probe(int result) {
  calls++;
  return result;
}

int main(void) {
  int *null = 0, x = 3;
  assert(!(null && *null));
  assert(!(probe(0) && probe(1)) && calls == 1);
  assert((probe(2) || probe(1)) && calls == 2);
  assert((probe(1) && probe(4)) == 1 && calls == 4);
  assert((0 || probe(7)) == 1 && calls == 5);
  x && (x = 0) || (x = 8);
  assert(x == 8);
  int r = (x++ > 8) ? (x += 10) : (x += 100);
  assert(x == 109 && r == 109);
  int i = 0;
  while (i < 10 && probe(i) < 4) i++;
  assert(i == 4 && calls == 10);
  if (!(i == 4 || 1 / (i - 4))) assert(0);
  return 0;
}
