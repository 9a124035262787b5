// An index leads out of a member, to the next one.
//@ verdict: TRUE
//@ says: `array-index` is let pass at
#include <assert.h>

static struct {
  int head[2], tail[2];
} both = {{1, 2}, {3, 4}};

int main(void) {
  int sum = 0;
  for (int i = 0; i < 4; i++) sum += both.head[i]; // raddle: allow(array-index)
  assert(sum == 10);
  return 0;
}
