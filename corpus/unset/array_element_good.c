// The sibling of array_element_bad.c that writes all elements, in a loop.
//@ verdict: TRUE
#include <assert.h>

int main(void) {
  int a[3];
  for (int i = 0; i < 3; i++) a[i] = i;
  int sum = 0;
  for (int i = 0; i < 3; i++) sum += a[i];
  assert(sum == 3);
  return 0;
}
