//@ verdict: FALSE(memory)
//@ says: misaligned
// An atomic object of 16 bytes must be at a multiple of 16, and this one is 8 bytes behind one.
#include <stdatomic.h>

struct counted {
  void *pointer;
  long count;
};

static _Alignas(16) char room[48];

int main(void) {
  _Atomic struct counted *top = (_Atomic struct counted *)(room + 8);
  struct counted found = atomic_load(top);
  return (int)found.count;
}
