// A nondeterministic value of a type that is not supported.
//@ verdict: UNKNOWN(input)
//@ error: C0419
//@ line: 8
extern double __VERIFIER_nondet_double(void);

int main(void) {
  return __VERIFIER_nondet_double() > 0;
}
