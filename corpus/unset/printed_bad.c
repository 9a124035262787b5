// What is printed leaves the program.
//@ verdict: FALSE(memory)
//@ line: 9
//@ says: `number`, declared in line 8
#include <stdio.h>

int main(void) {
  int number;
  printf("%d\n", number);
  return 0;
}
