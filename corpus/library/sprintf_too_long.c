// The text does not fit.
//@ verdict: FALSE(memory)
//@ line: 8
#include <stdio.h>

int main(void) {
  char text[4];
  sprintf(text, "%d", 12345);
  return 0;
}
