//@ verdict: TRUE
// memmove makes room in an array.
#include <string.h>
#include <assert.h>

int main(void) {
  char text[8] = "abcdef";
  unsigned long length = strlen(text);
  memmove(text + 1, text, length);
  assert(text[0] == 'a' && text[1] == 'a' && text[6] == 'f');
  return 0;
}
