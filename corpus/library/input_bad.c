// The number that is read may be 0.
//@ verdict: FALSE(reach)
//@ line: 10
#include <assert.h>
#include <stdio.h>

int main(void) {
  int number = 1;
  if (scanf("%d", &number) == 1) {
    assert(number != 0);
  }
  return 0;
}
