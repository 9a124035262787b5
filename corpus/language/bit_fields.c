// Bit-fields of all kinds: cut where they are written, extended where they are read, promoted to int.
//@ verdict: TRUE
#include <assert.h>
#include <string.h>

enum colour { RED, GREEN, BLUE };
struct mixed {
  signed a : 3;
  unsigned b : 5;
  _Bool c : 1;
  unsigned : 0;
  enum colour d : 2;
  unsigned : 7;
  unsigned long long e : 40;
  short f : 9;
  char g;
};

static struct mixed global = {.b = 33, .a = -1, .e = 0x123456789abULL, .g = 'x'};

int main(void) {
  assert(sizeof(struct mixed) == 24 || sizeof(struct mixed) == 16);
  assert(global.a == -1 && global.b == 1 && global.c == 0 && global.e == 0x23456789abULL && global.g == 'x');
  struct mixed m = {1, 2, 3, BLUE, 5};
  assert(m.a == 1 && m.b == 2 && m.c == 1 && m.d == BLUE && m.e == 5 && m.f == 0);
  // The value of an assignment is what was stored.
  assert((m.a = 7) == -1 && (m.b = 40) == 8 && (m.c = 256) == 1);
  // All values of five bits fit into int.
  m.b = 0;
  assert(m.b - 1 < 0);
  assert(m.b-- == 0 && m.b == 31 && ++m.b == 0);
  m.a = 3;
  assert(m.a++ == 3 && m.a == -4);
  m.b = 9;
  assert((m.b *= 4) == 4 && (m.b |= 16) == 20 && (m.b >>= 2) == 5);
  m.f = 255;
  m.f += 1;
  assert(m.f == -256 && m.d == BLUE && m.e == 5 && m.b == 5);
  struct mixed copy = m, *p = &copy;
  p->e = ~0ULL;
  assert(copy.e == 0xffffffffffULL && copy.f == -256 && p->d == BLUE);
  copy = (struct mixed){.d = GREEN};
  assert(copy.d == 1 && copy.e == 0);
  union {
    struct {
      unsigned low : 4, high : 4;
    };
    unsigned char byte;
  } u = {.byte = 0xa5};
  assert(u.low == 5 && u.high == 10);
  u.high = 3;
  assert(u.byte == 0x35);
  return 0;
}
