//@ verdict: TRUE
#include <assert.h>
int main(void) {
  int i = 0;
  int sum = i++;
  sum += i++;
  assert(sum == 1 && i == 2);
  sum = (i++, i) + 4;
  assert(sum == 7);
  return i++ && i++ ? 0 : 1;
}
