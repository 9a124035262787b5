// A program may have its own idea of bool.
//@ verdict: TRUE
#include <assert.h>
typedef int bool;

int main(void) {
  bool many = 5;
  assert(many == 5);
  return 0;
}
