//@ verdict: TRUE
//@ executions: naive 2
#include <assert.h>
#include <stdio.h>
#include <string.h>
static int count;
static int next(void) { return ++count; }
int main(void) {
  char text[8], *at = text;
  int i = 1;
  int length = snprintf(at, sizeof text, "%d%d%d", next(), next(), i++);
  assert(length == 3 && i == 2 && text[2] == '1');
  assert(strcmp(text, "121") == 0 || strcmp(text, "211") == 0);
  return 0;
}
