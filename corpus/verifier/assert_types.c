// The condition of an assertion may be any scalar; a wide value is not cut to an int first.
//@ verdict: TRUE
#include <assert.h>

int main(void) {
  int x = 0;
  assert(&x);
  assert("text");
  assert(1LL << 40);
  assert(!(unsigned char)256);
  return 0;
}
