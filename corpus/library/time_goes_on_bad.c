//@ verdict: FALSE(reach)
//@ line: 8
#include <assert.h>
#include <time.h>
int main(void) {
  time_t first, second = time(&first);
  assert(first == second);
  assert(time(0) == first);
  return 0;
}
