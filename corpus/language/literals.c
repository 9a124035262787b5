// Integer literals: bases, suffixes, characters, and the types they get.
//@ verdict: TRUE
#include <assert.h>

int main(void) {
  assert(0x7f == 127 && 0X7F == 127 && 017 == 15 && 0 == 00);
  assert(0b101 == 5);
  assert(sizeof 1 == 4 && sizeof 1l == 8 && sizeof 1ll == 8 && sizeof 1u == 4);
  assert(sizeof 2147483647 == 4 && sizeof 2147483648 == 8 && sizeof 0xffffffff == 4);
  assert(-2147483648 < 0 && 0xffffffff > 0 && 4294967295 > 0);
  assert(18446744073709551615ull + 1 == 0 && 0xFFul == 255 && 1LU == 1lu);
  assert('A' == 65 && '\n' == 10 && '\0' == 0 && '\x41' == 65 && '\101' == 65 && '\'' == 39 && '\\' == 92);
  assert('\xff' == -1 && '\377' == -1);
  assert('ab' == 'a' * 256 + 'b');
  assert("\x41\102" "C"[0] == 'A' && sizeof "abc" == 4 && sizeof "ab" "cd" == 5 && "a\0b"[2] == 'b');
  assert(L'x' == 120);
  return 0;
}
