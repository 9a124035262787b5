// Casts cut, extend by the sign of the source, and go through pointers unharmed.
//@ verdict: TRUE
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

int main(void) {
  assert((char)0x1ff == -1 && (unsigned char)0x1ff == 255);
  assert((unsigned long)-1 == 0xffffffffffffffff);
  assert((unsigned long)(unsigned)-1 == 0xffffffff);
  assert((long)(int)0xffffffff == -1);
  assert((int)0x180000001LL == -2147483647);
  assert((bool)256 == 1 && (bool)0x100000000 == 1);
  bool b = 42;
  assert(b == 1 && b + b == 2);
  b--;
  assert(b == 0);
  int x = 3;
  bool p = &x;
  assert(p);
  uintptr_t word = (uintptr_t)&x;
  *(int *)word = 4;
  assert(x == 4);
  void *v = (void *)(intptr_t)-5;
  assert((intptr_t)v == -5);
  return 0;
}
