// What is behind the end of a text is not printed, nor more than is asked for.
//@ verdict: TRUE
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[8], two[4];
  strcpy(text, "abc");
  puts(text);
  two[0] = two[1] = 'x';
  printf("%.2s\n", two);
  return 0;
}
