//@ verdict: FALSE(reach)
//@ line: 8
#include <assert.h>
#include <stdio.h>
int main(void) {
  int printed = 7;
  printf("four%n %d\n", &printed, 1);
  assert(printed == 7);
  return 0;
}
