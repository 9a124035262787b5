//@ verdict: FALSE(memory)
//@ says: memcpy copies to memory that overlaps with its source
// memcpy makes room in an array.
#include <string.h>
#include <assert.h>

int main(void) {
  char text[8] = "abcdef";
  unsigned long length = strlen(text);
  memcpy(text + 1, text, length);
  assert(text[0] == 'a' && text[1] == 'a' && text[6] == 'f');
  return 0;
}
