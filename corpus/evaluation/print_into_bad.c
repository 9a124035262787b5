//@ verdict: FALSE(memory)
//@ line: 8
// Two values that are printed into a text.
#include <stdio.h>
int main(void) {
  char text[8];
  int i = 1;
  return sprintf(text, "%d %d", i, i++) - 3;
}
