// A union is written as a whole and read in parts.
//@ verdict: TRUE
#include <assert.h>

union word {
  unsigned whole;
  unsigned char bytes[4];
};

int main(void) {
  union word it;
  it.whole = 0x01020304;
  assert(it.bytes[0] == 4 && it.bytes[3] == 1);
  union word other;
  other.bytes[1] = 7;
  assert(other.bytes[1] == 7);
  return 0;
}
