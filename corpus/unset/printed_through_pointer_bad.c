//@ verdict: FALSE(memory)
//@ line: 4
#include <stdio.h>
static void show(int number, const char *text) { printf("%d: %s\n", number, text); }
int main(void) {
  char text[4];
  show(1, "one");
  text[0] = 'b';
  show(2, text);
  return 0;
}
