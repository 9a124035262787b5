//@ verdict: FALSE(memory)
//@ line: 7
#include <stdio.h>
int main(void) {
  int numbers[3] = {0}, i = 0;
  // Where the first number goes depends on what the second does to `i`.
  return sscanf("1 2", "%d %d", &numbers[i], &numbers[++i]) - 2;
}
