// It is not from the heap.
//@ verdict: FALSE(memory)
//@ line: 9
#include <stdlib.h>

int main(void) {
  int n = 2;
  int a[n];
  free(a);
  return 0;
}
