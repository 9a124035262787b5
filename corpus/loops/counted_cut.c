// Ten rounds do not fit into three: no execution comes to its end, so nothing can be claimed.
//@ verdict: UNKNOWN(bound)
//@ options: --unroll 3
//@ says: the loop at
//@ says: counted_cut.c:9
#include <assert.h>
static volatile int sum;
int main(void) {
  for (int i = 0; i < 10; i++)
    sum = sum + i;
  assert(sum == 45);
  return 0;
}
