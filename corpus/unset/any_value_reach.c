// If `memory` is not checked, what was never written is any value.
//@ verdict: FALSE(reach)
//@ options: --property reach,deadlock
//@ line: 9
#include <assert.h>
#include <stdbool.h>
int main(void) {
  bool ready;
  assert(!ready);
  return 0;
}
