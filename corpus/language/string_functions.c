// The functions of <string.h> on strings, and some of <stdlib.h>.
//@ verdict: TRUE
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char buffer[16] = "one";
  assert(strlen("") == 0 && strlen(buffer) == 3 && strnlen(buffer, 2) == 2);
  assert(strcat(buffer, " two") == buffer && strcmp(buffer, "one two") == 0);
  assert(strcmp("a", "b") < 0 && strcmp("b", "a") > 0 && strcmp("a", "ab") < 0 && strcmp("\xff", "a") > 0);
  assert(strncmp("abc", "abd", 2) == 0 && strncmp("abc", "abd", 3) < 0 && strncmp("a", "a", 9) == 0);
  strcpy(buffer, "xyz");
  assert(buffer[3] == 0 && buffer[4] == 't');
  strncpy(buffer, "q", 3);
  assert(buffer[0] == 'q' && buffer[1] == 0 && buffer[2] == 0 && buffer[4] == 't');
  strncat(buffer, "rst", 2);
  assert(strcmp(buffer, "qrs") == 0);
  assert(strchr(buffer, 'r') == buffer + 1 && strchr(buffer, 'z') == 0 && *strchr(buffer, 0) == 0);
  assert(strrchr("abab", 'b')[1] == 0);
  char *copy = strdup(buffer);
  assert(copy != buffer && strcmp(copy, buffer) == 0);
  free(copy);
  assert(abs(-3) == 3 && labs(4) == 4 && llabs(-5) == 5 && atoi(" -12x") == -12 && atoi("34") == 34);
  return 0;
}
