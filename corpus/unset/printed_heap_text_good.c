//@ verdict: TRUE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void show(const char *text) { printf("%s\n", text); }
int main(void) {
  char *text = malloc(4);
  if (!text) return 1;
  strcpy(text, "abc");
  puts(text);
  text[1] = 0;
  show(text);
  show("text");
  free(text);
  return 0;
}
