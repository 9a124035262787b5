//@ verdict: TRUE
#include <stdatomic.h>
int main(void) {
  atomic_int count;
  count = 1;
  count++;
  count |= 4;
  atomic_int other = 2;
  other -= 2;
  return count - 6 + other;
}
