// All bytes are written, and one of them has no value.
//@ verdict: FALSE(memory)
//@ says: `bytes`, declared in line 6
#include <unistd.h>
int main(void) {
  char bytes[4];
  bytes[0] = bytes[1] = bytes[2] = 1;
  return write(1, bytes, sizeof bytes) < 0;
}
