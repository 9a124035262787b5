// A format that is not known, and a conversion that is not.
//@ verdict: UNKNOWN(input)
//@ error: C0413
//@ line: 11
//@ line: 12
#include <stdio.h>

int main(int count, char **words) {
  char text[40];
  char *format = text;
  sprintf(text, format, 1);
  sprintf(text, "%p", text);
  return 0;
}
