//@ verdict: FALSE(memory)
//@ line: 11
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
static unsigned index(void) {
  unsigned it = __VERIFIER_nondet_uint();
  __VERIFIER_assume(it < 3);
  return it;
}
static void move(int *a, unsigned i, unsigned k) {
  a[i] = a[k]++;
}
int main(void) {
  int a[3] = {0};
  unsigned i = index(), k = index();
  move(a, i, k);
  return 0;
}
