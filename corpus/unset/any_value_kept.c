// The sibling of any_value_reach.c: it is one value, whichever it is.
//@ verdict: TRUE
//@ options: --property reach,deadlock
#include <assert.h>
#include <stdbool.h>
int main(void) {
  bool ready;
  bool first = ready;
  if (ready) assert(first);
  else assert(!first);
  return 0;
}
