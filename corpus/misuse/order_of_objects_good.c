//@ verdict: TRUE
//@ says: scope: all executions
// The order of two objects is open, and stays what it is: comparing them again gives the same.
#include <assert.h>
#include <stdint.h>
static int first, second;
int main(void) {
  int before = &first < &second;
  assert(before == (&second > &first) && before != (&second < &first));
  assert(before == ((uintptr_t)&first <= (uintptr_t)&second));
  return 0;
}
