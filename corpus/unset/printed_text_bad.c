// A text is printed that has no end yet.
//@ verdict: FALSE(memory)
//@ line: 11
//@ says: `text`, declared in line 9
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[2];
  text[0] = 'a';
  printf("%d %s\n", 1, text);
  return 0;
}
