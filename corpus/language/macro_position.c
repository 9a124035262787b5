// A fault inside a macro is reported where the macro is used.
//@ verdict: FALSE(reach)
//@ line: 14
#include <assert.h>

#define CHECK(what) \
  do {              \
    assert(what);   \
  } while (0)

int main(void) {
  int x = 1;
  CHECK(x == 1);
  CHECK(x == 2);
  return 0;
}
