//@ verdict: TRUE
// The first character is taken off with memmove.
#include <string.h>
#include <assert.h>

int main(void) {
  char text[8] = "abc";
  memmove(text, text + 1, strlen(text));
  assert(!strcmp(text, "bc"));
  return 0;
}
