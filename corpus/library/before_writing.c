// All values are known before anything is written, and those that are not used are worked out, too.
//@ verdict: TRUE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char text[16] = "A", *end;
  int count = 0;
  sprintf(text, "x%d", text[0]);
  assert(strcmp(text, "x65") == 0);
  sprintf(text, "%d", 1, count++);
  assert(count == 1);
  snprintf(text, 4, "%s-%d", "ab", 77);
  assert(strcmp(text, "ab-") == 0);
  assert(strtol("0x", &end, 16) == 0 && *end == 'x');
  assert(strtok("abc", ",") != 0);
  size_t large = (size_t)1 << 33;
  assert(calloc(large, large) == 0);
  return 0;
}
