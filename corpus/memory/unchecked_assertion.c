// After a failing assertion the program does nothing: that is known, also if assertions are not what is asked about.
//@ verdict: TRUE
//@ options: --property memory
#include <assert.h>
int main(void) {
  int *nowhere = 0;
  assert(nowhere);
  *nowhere = 1;
  return 0;
}
