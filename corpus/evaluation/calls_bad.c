//@ verdict: FALSE(reach)
//@ line: 12
// Which call is first is open.
#include <assert.h>
int stack[4] = {1, 2, 3, 4}, height = 4;
static int pop(void) {
  height--;
  return stack[height];
}
int main(void) {
  int found = pop() - pop();
  assert(found == 1);
  return 0;
}
