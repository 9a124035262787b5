//@ verdict: FALSE(memory)
//@ says: a string is copied to memory that overlaps with it
// The first character is taken off with strcpy.
#include <string.h>
#include <assert.h>

int main(void) {
  char text[8] = "abc";
  strcpy(text, text + 1);
  assert(!strcmp(text, "bc"));
  return 0;
}
