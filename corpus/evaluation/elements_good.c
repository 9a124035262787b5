//@ verdict: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
static unsigned index(void) {
  unsigned it = __VERIFIER_nondet_uint();
  __VERIFIER_assume(it < 3);
  return it;
}
int main(void) {
  int a[3] = {7, 7, 7};
  unsigned i = index(), k = index();
  if (i == k)
    return 0;
  a[i] = a[k]++;
  assert(a[i] == 7 && a[k] == 8);
  a[i] = a[i] + a[k];
  assert(a[i] == 15);
  return 0;
}
