//@ verdict: FALSE(memory)
//@ options: --may-fail malloc
// What malloc gives is not looked at.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
  int *number = malloc(sizeof *number);
  *number = 1;
  free(number);
  return 0;
}
