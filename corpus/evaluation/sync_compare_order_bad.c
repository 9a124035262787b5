//@ verdict: FALSE(reach)
//@ line: 10
// What is desired may be worked out before what is expected.
#include <assert.h>
static int word = 1, count;
static int next(void) { return ++count; }
static int last(void) { return 10 * count; }
int main(void) {
  int old = __sync_val_compare_and_swap(&word, next(), last());
  assert(old == 1 && word == 10);
  return 0;
}
