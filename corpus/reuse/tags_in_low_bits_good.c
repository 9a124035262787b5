// The low bits of an address that alignment leaves free hold a mark: nothing depends on where objects are.
//@ verdict: TRUE
#include <assert.h>
#include <stdint.h>

static int cell = 1;

int main(void) {
  uintptr_t marked = (uintptr_t)&cell | 1;
  assert((marked & 1) && *(int *)(marked & ~(uintptr_t)1) == 1);
  assert(((uintptr_t)&cell & 3) == 0);
  return 0;
}
