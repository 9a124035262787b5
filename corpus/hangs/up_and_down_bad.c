//@ verdict: FALSE(deadlock) or open
//@ says: goes round for ever
// A loop that waits for a value which it never writes, and writes others meanwhile.
#include <stdatomic.h>

static atomic_int x;

int main(void) {
  while (x != 2) {
    x = 1;
    x = 0;
  }
  return 0;
}
