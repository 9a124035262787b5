//@ verdict: TRUE
#include <stdio.h>
int main(void) {
  char letters[3] = {0};
  const char *text = "ab";
  int i = 0;
  int found = sscanf(text++, "%c", &letters[++i]);
  return letters[2] + (found > 1) + (*text != 'b');
}
