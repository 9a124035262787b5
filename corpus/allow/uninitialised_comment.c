// A value that was never written is any value where its use is let pass.
//@ verdict: FALSE(reach)
//@ line: 12
#include <assert.h>

int main(void) {
  char is_ready;
  int rounds = 0;
  // raddle: allow(uninitialised)
  if (is_ready) rounds = 1;
  assert(rounds == 0 || is_ready);
  assert(rounds == 0);
  return 0;
}
