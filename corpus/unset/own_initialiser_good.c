// Its address and its size are there, and only these are used.
//@ verdict: TRUE
#include <stdlib.h>
int main(void) {
  void *address = &address;
  int *number = malloc(sizeof *number);
  *number = sizeof address > sizeof *number;
  int result = *number - 1 + (address == 0);
  free(number);
  return result;
}
