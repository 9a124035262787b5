//@ verdict: TRUE
//@ options: --may-fail malloc
// What malloc gives is looked at.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
  int *number = malloc(sizeof *number);
  if (number == 0) {
    assert(errno == ENOMEM);
    return 1;
  }
  *number = 1;
  free(number);
  return 0;
}
