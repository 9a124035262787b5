//@ verdict: TRUE
#include <stdio.h>
int main(void) {
  int numbers[3] = {0}, i = 0;
  int found = sscanf("1 2", "%d %d", &numbers[0], &numbers[++i]);
  return numbers[2] + (found > 2);
}
