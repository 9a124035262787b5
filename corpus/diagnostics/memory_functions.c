// memset and friends are not supported yet.
//@ verdict: UNKNOWN(input)
//@ error: C0413
//@ line: 10
//@ says: memset
#include <string.h>

int main(void) {
  int a[4];
  memset(a, 0, sizeof a);
  return a[3];
}
