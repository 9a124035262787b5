// What sprintf and snprintf write, where the format is a literal.
//@ verdict: TRUE
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[40];
  assert(sprintf(text, "%d-%u-%x-%X%%", -12, 7u, 255, 255) == 12 && strcmp(text, "-12-7-ff-FF%") == 0);
  assert(sprintf(text, "[%5d|%-4d|%03d|%c|%s|%6s|%-3s|%.2s]", 42, 7, -5, 'z', "ab", "cd", "e", "fgh") == 35);
  assert(strcmp(text, "[   42|7   |-05|z|ab|    cd|e  |fg]") == 0);
  assert(sprintf(text, "%ld %lld %lu %zu %hhd", -1L, 1LL << 40, 5UL, sizeof text, 300) == 24);
  assert(strcmp(text, "-1 1099511627776 5 40 44") == 0);
  assert(snprintf(text, 4, "%s", "abcdef") == 6 && strcmp(text, "abc") == 0);
  assert(snprintf(0, 0, "%d", 1234) == 4);
  assert(sprintf(text, "%lld", -9223372036854775807LL - 1) == 20 && text[19] == '8');
  return 0;
}
