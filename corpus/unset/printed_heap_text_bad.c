// A text on the heap that has no end yet.
//@ verdict: FALSE(memory)
//@ line: 10
//@ says: memory that is allocated in line 7
#include <stdio.h>
#include <stdlib.h>
int main(void) { char *text = malloc(4);
  if (!text) return 1;
  text[0] = 'a';
  puts(text);
  free(text);
  return 0;
}
