// Functions without a type return int; old programs write `main()` like this.
//@ verdict: TRUE
#include <assert.h>

static answer() { return 42; }

main() {
  assert(answer() == 42);
  return 0;
}
