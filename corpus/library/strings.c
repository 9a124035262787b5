// Functions on strings, each with the corners that the standard names.
//@ verdict: TRUE
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

int main(void) {
  const char *text = "one, two";
  assert(strstr(text, "two") == text + 5 && strstr(text, "") == text && strstr(text, "three") == 0);
  assert(strspn(text, "eno") == 3 && strspn("", "x") == 0 && strcspn(text, " ,") == 3 && strcspn("abc", "") == 3);
  assert(strpbrk(text, "wt") == text + 5 && strpbrk(text, "xyz") == 0);
  char list[] = ",a,,b";
  assert(strcmp(strtok(list, ","), "a") == 0 && strcmp(strtok(0, ","), "b") == 0 && strtok(0, ",") == 0);
  char fields[] = "a,,b", *rest = fields;
  assert(strcmp(strsep(&rest, ","), "a") == 0 && *strsep(&rest, ",") == 0 && strcmp(strsep(&rest, ","), "b") == 0);
  assert(strsep(&rest, ",") == 0);
  char *state, words[] = " x y ";
  assert(*strtok_r(words, " ", &state) == 'x' && *strtok_r(0, " ", &state) == 'y' && !strtok_r(0, " ", &state));
  assert(strcasecmp("HeLLo", "hEllo") == 0 && strcasecmp("a", "B") < 0 && strncasecmp("ABx", "aby", 2) == 0);
  char copy[8];
  assert(stpcpy(copy, "abc") == copy + 3 && memccpy(copy, "xyz", 'y', 3) == copy + 2 && copy[2] == 'c');
  assert(memccpy(copy, "xyz", 'q', 2) == 0 && memrchr("abca", 'a', 4) != 0);
  assert((char *)mempcpy(copy, "1234", 4) == copy + 4 && *strchrnul("ab", 'x') == 0);
  char *twin = strndup("twins", 4);
  assert(strlen(twin) == 4);
  free(twin);
  bzero(copy, sizeof copy);
  assert(copy[0] == 0 && copy[7] == 0);
  assert(isdigit('7') && !isdigit('a') && isalpha('Z') && isspace('\t') && isxdigit('F') && ispunct('!') && !ispunct(' '));
  assert(toupper('q') == 'Q' && tolower('Q') == 'q' && toupper('1') == '1' && isalnum('x') && iscntrl('\n'));
  return 0;
}
