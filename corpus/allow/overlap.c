// A copy to memory that overlaps is that of memmove.
//@ verdict: TRUE
//@ options: --allow overlap
//@ says: `overlap` is let pass at
#include <assert.h>
#include <string.h>

int main(void) {
  char text[8] = "abcd";
  unsigned long length = strlen(text);
  memcpy(text + 1, text, length);
  assert(text[0] == 'a' && text[1] == 'a' && text[2] == 'b' && text[4] == 'd');
  return 0;
}
