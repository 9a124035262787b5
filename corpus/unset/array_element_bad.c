// An element of an array is tested that was never written.
//@ verdict: FALSE(memory)
//@ line: 9
//@ says: `a`, declared in line 8
#include <assert.h>

int main(void) {
  int a[2];
  if (a[1]) return 0;
  a[0] = 1;
  return 0;
}
