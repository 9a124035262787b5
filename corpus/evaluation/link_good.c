//@ verdict: TRUE
#include <assert.h>
struct cell {
  struct cell *next;
  int n;
};
int main(void) {
  struct cell one = {0}, two = {0}, *at = &one;
  // What is read to find the place that is assigned first is there before the other assignment.
  at = at->next = &two;
  assert(at == &two && one.next == &two);
  one.n = two.n++;
  one.next->n += one.n;
  assert(one.n == 0 && two.n == 1);
  return 0;
}
