// A local array belongs to a function that is entered and left in one stretch of code.
//@ verdict: FALSE(reach)
//@ line: 12
#include <assert.h>
int last(int i) {
  int all[3];
  for (int k = 0; k < 3; k++) all[k] = k;
  return all[i];
}
int main(void) {
  int found = last(2);
  assert(found == 1);
  return 0;
}
