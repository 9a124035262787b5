//@ verdict: TRUE
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char bytes[4];
  int numbers[2] = {1};
  bytes[0] = bytes[1] = bytes[2] = 1;
  long written = write(1, bytes, 3);
  return written > 3 || fwrite(numbers, sizeof numbers[0], 2, stdout) > 2;
}
