//@ verdict: TRUE(bounded)
//@ says: freed memory is not used again for the sake of what is computed from its address at
// What is left of an address in 32 bits.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>

int main(void) {
  int *one = malloc(sizeof *one);
  if (!one) return 0;
  long a = (long)(int)(long)one;
  free(one);
  int *two = malloc(sizeof *two);
  long b = (long)(int)(long)two;
  assert(a != b || a == b);
  if (a != b) assert(one != two);
  free(two);
  return 0;
}
