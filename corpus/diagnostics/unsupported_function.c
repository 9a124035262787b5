// A library function that is not supported yet.
//@ verdict: UNKNOWN(input)
//@ error: C0413
//@ line: 10
//@ says: system
#include <stdlib.h>

int main(void) {
  char *end;
  return (int)system("true");
}
