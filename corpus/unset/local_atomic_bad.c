// A local atomic object is counted up before it is set; what it held is not looked at otherwise.
//@ verdict: FALSE(memory)
//@ line: 8
//@ says: `count`, declared in line 7
#include <stdatomic.h>
int main(void) {
  atomic_int count;
  count++;
  return 0;
}
