// String literals and arrays of char.
//@ verdict: TRUE or open
#include <assert.h>

const char *names[] = {"zero", "one", "t" "w" "o", 0};
char buffer[8];

static int length(const char *s) {
  const char *start = s;
  while (*s) s++;
  return s - start;
}

int main(void) {
  int total = 0;
  for (const char **p = names; *p; p++) total += length(*p);
  assert(total == 10 && names[2][1] == 'w' && *names[1] == 'o');
  char *to = buffer;
  const char *from = names[0];
  while ((*to++ = *from++));
  assert(to - buffer == 5 && buffer[3] == 'o' && buffer[4] == 0);
  char local[] = "xyz";
  local[0] = "abc"[1];
  assert(local[0] == 'b' && sizeof local == 4 && length("") == 0);
  assert("\t\"\\"[1] == '"' && *"" == 0 && length("a\0b") == 1);
  return 0;
}
