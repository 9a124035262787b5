// Packed and aligned records, by attribute, _Alignas and pragma.
//@ verdict: TRUE
#include <assert.h>
#include <stddef.h>

struct __attribute__((packed)) header {
  char kind;
  int length;
  short flags : 3, more : 12;
  struct {
    char c;
    long long wide;
  } inner;
  int list[2];
};
struct line {
  int value __attribute__((aligned(16)));
  char last;
};
#pragma pack(push, 2)
struct pragma {
  char a;
  int b;
};
#pragma pack(pop)
struct aligned {
  char a;
  _Alignas(8) char b;
} __attribute__((aligned(32)));

static struct header first = {1, 0x01020304, -2, 5, {'x', -1}, {7, 8}};

int main(void) {
  assert(offsetof(struct header, length) == 1 && offsetof(struct header, inner) == 7);
  assert(sizeof(struct line) == 16 && sizeof(struct pragma) == 6 && offsetof(struct pragma, b) == 2);
  assert(sizeof(struct aligned) == 32 && offsetof(struct aligned, b) == 8);
  assert(((unsigned char *)&first)[1] == 4 && first.length == 0x01020304);
  struct header h[2] = {first, first}, *p = h;
  p++;
  p->length -= 5;
  p->inner.wide++;
  h[1].list[1] += 10;
  assert(h[1].length == 0x010202ff && h[1].inner.wide == 0 && h[1].list[1] == 18 && h[1].more == 5);
  assert(h[0].length == first.length && h[1].flags == -2 && h[1].inner.c == 'x');
  h[0] = h[1];
  assert(h[0].list[1] == 18 && h[0].inner.wide == 0);
  return 0;
}
