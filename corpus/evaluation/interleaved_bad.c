//@ verdict: FALSE(reach)
//@ line: 14
// Both calls may come before both reads.
#include <assert.h>
int a, b;
static int set_b(void) {
  return b = 1;
}
static int set_a(void) {
  return a = 1;
}
int main(void) {
  int found = (set_b() + a) * (set_a() + b);
  assert(found == 2);
  return 0;
}
