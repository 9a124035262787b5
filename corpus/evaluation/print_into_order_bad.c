//@ verdict: FALSE(reach)
//@ line: 10
#include <assert.h>
#include <stdio.h>
static int count;
static int next(void) { return ++count; }
int main(void) {
  char text[8];
  snprintf(text, sizeof text, "%d%d", next(), next());
  assert(text[0] == '1');
  return 0;
}
