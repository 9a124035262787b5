//@ verdict: TRUE
#include <assert.h>
struct flags {
  unsigned low : 3, high : 4;
};
static void set(struct flags *to, struct flags *from) { to->low = from->high++; }
int main(void) {
  struct flags one = {0}, two = {0};
  set(&one, &two);
  set(&one, &one);
  assert(one.low == 0 && one.high == 1 && two.high == 1);
  return 0;
}
