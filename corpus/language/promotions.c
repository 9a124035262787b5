// Integer promotions: narrow types are computed as int, so they neither wrap nor overflow before they are stored.
//@ verdict: TRUE
#include <assert.h>

int main(void) {
  unsigned char a = 200, b = 100;
  assert(a + b == 300);
  unsigned char sum = a + b;
  assert(sum == 44);
  assert((unsigned char)~a == 55 && ~a == -201);
  assert(-a < 0);
  signed char c = 127;
  c++;
  assert(c == -128);
  short s = 32767;
  s += 1;
  assert(s == -32768);
  unsigned short u = 0;
  u--;
  assert(u == 65535 && u << 1 == 131070);
  assert(sizeof(a + b) == sizeof(int) && sizeof(+a) == sizeof(int) && sizeof(a) == 1);
  assert(!('a' - 97) && sizeof 'a' == sizeof(int));
  return 0;
}
