// Unions: all members begin at the same byte; the machine is little-endian.
//@ verdict: TRUE
#include <assert.h>

union word {
  unsigned value;
  unsigned char byte[4];
  struct {
    unsigned short low, high;
  };
};

int main(void) {
  union word w = {0x11223344};
  assert(w.byte[0] == 0x44 && w.byte[3] == 0x11);
  assert(w.low == 0x3344 && w.high == 0x1122);
  w.byte[1] = 0;
  assert(w.value == 0x11220044);
  union word v = {.high = 7};
  assert(v.value == 7 << 16);
  v = w;
  assert(v.low == 0x44);
  union word *p = &v;
  p->value = -1;
  assert(p->byte[2] == 255 && (unsigned char *)p == p->byte);
  return 0;
}
