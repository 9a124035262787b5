// Copying more than there is.
//@ verdict: FALSE(memory)
//@ says: out of bounds
#include <string.h>

int size = 5;

int main(void) {
  char from[4] = "abc", to[8];
  memcpy(to, from, size);
  return 0;
}
