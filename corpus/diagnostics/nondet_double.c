// Any value of a double is more than can be tried one after the other.
//@ verdict: UNKNOWN(nondeterminism)
extern double __VERIFIER_nondet_double(void);

int main(void) {
  double x = __VERIFIER_nondet_double();
  return x > 0;
}
