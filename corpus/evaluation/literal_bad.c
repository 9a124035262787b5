//@ verdict: FALSE(reach)
//@ line: 13
// The values of a compound literal may be evaluated in any order.
#include <assert.h>
struct pair {
  int first, second;
};
static int count;
static int next(void) { return ++count; }
static int difference(struct pair it) { return it.second - it.first; }
int main(void) {
  int found = difference((struct pair){next(), next()});
  assert(found == 1);
  return 0;
}
