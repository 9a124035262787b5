#include <assert.h>

static int worker = 1;

// Fails if the other thread was first.
void check(int value) {
  assert(value != worker);
}
