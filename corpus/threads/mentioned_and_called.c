// Who calls it is followed no further, and the verdict says so.
//@ verdict: TRUE(bounded)
#include <assert.h>
extern void nobody(void);
static void (*call)(void) = nobody;
int main(void) {
  call();
  assert(0);
  return 0;
}
