// Atomic arithmetic wraps around without being an overflow (C11 7.17.7.5).
//@ verdict: TRUE
#include <assert.h>
#include <limits.h>
#include <stdatomic.h>

int main(void) {
  atomic_int x = INT_MAX;
  assert(atomic_fetch_add(&x, 1) == INT_MAX);
  assert(atomic_load(&x) == INT_MIN);
  atomic_uchar small = 1;
  assert(atomic_fetch_sub(&small, 2) == 1 && small == 255);
  assert(atomic_fetch_or(&small, 0) == 255 && atomic_fetch_and(&small, 0x0f) == 255 && small == 15);
  assert(atomic_fetch_xor(&small, 0xff) == 15 && atomic_exchange(&small, 7) == 240 && small == 7);
  unsigned char expected = 8;
  assert(!atomic_compare_exchange_strong(&small, &expected, 1) && expected == 7);
  assert(atomic_compare_exchange_strong(&small, &expected, 1) && small == 1);
  return 0;
}
