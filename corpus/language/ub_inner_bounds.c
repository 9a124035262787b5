// Past the end of an array inside of a struct, which is still inside of the object: not an access out of bounds for a
// machine, so this is accepted.
//@ verdict: TRUE
#include <assert.h>

struct {
  char name[4];
  char rest[4];
} s = {"abc", "def"};

int main(void) {
  char *p = (char *)&s;
  assert(p[4] == 'd');
  return 0;
}
