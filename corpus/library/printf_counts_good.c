//@ verdict: TRUE
#include <assert.h>
#include <stdio.h>
int main(void) {
  int before, all;
  long inside;
  char text[20];
  int length = printf("four%n %c%5x%n\n", &before, 'a', 12, &all);
  assert(before == 4 && all >= 11 && all <= 14 && length == all + 1);
  fprintf(stderr, "%.3s%n", "some", &before);
  assert(before >= 0 && before <= 3);
  snprintf(text, sizeof text, "%d-%ln%s", 123, &inside, "x");
  assert(inside == 4 && text[4] == 'x');
  printf("100%%n");
  return 0;
}
