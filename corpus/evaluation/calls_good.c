//@ verdict: TRUE
#include <assert.h>
int stack[4] = {1, 2, 3, 4}, height = 4;
static int pop(void) {
  height--;
  return stack[height];
}
int main(void) {
  int first = pop();
  int found = first - pop();
  assert(found == 1);
  found = pop() + pop();
  assert(found == 3);
  return 0;
}
