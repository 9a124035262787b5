// The mistake is made in an atomic section: the section never ends, and nothing is known of what follows it.
//@ verdict: TRUE(bounded)
//@ options: --property reach
//@ says: by a mistake that is not checked for
#include <assert.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int slots[4];
static volatile int at = -1;
int main(void) {
  __VERIFIER_atomic_begin();
  slots[at] = 1;
  __VERIFIER_atomic_end();
  assert(0);
  return 0;
}
