// Copying what was never written is no use of it: padding, members that are left out, arguments, results, memcpy.
//@ verdict: TRUE
#include <assert.h>
#include <string.h>

struct record {
  char kind;
  int value;
  long rest[3];
};

static struct record same(struct record it) { return it; }
static int pass(int it) { return it; }
static int ignore(int it, int kept) { return kept; }

int main(void) {
  struct record one;
  one.kind = 'k';
  struct record two = one, three;
  three = same(two);
  struct record four;
  memcpy(&four, &three, sizeof four);
  assert(four.kind == 'k');
  int unset;
  int copy = unset;
  copy = copy + 1;
  four.value = pass(copy);
  assert(ignore(copy, 4) == 4);
  four.value = 2;
  assert(four.value == 2);
  return 0;
}
