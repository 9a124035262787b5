// Functions whose results the standard leaves open are not computed.
//@ verdict: UNKNOWN(input)
//@ error: C0413
//@ line: 7
#include <math.h>
int main(void) {
  return sin(1.0) > 0.8;
}
