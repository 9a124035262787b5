// An expression that C gives no meaning is let pass at its line: then it is evaluated from left to right.
//@ verdict: TRUE
//@ says: `unsequenced` is let pass at
#include <assert.h>

int main(void) {
  int i = 1;
  int sum = i + i++; // raddle: allow(unsequenced)
  assert(sum == 2 && i == 2);
  int a[3] = {0, 0, 0};
  // raddle: allow(unsequenced)
  a[i] = i++;
  assert(a[2] == 2 && i == 3);
  return 0;
}
