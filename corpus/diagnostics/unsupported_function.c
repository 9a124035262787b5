// A library function that is not supported yet.
//@ verdict: UNKNOWN(input)
//@ error: C0413
//@ line: 10
//@ says: strtol
#include <stdlib.h>

int main(void) {
  char *end;
  return (int)strtol("12", &end, 10);
}
