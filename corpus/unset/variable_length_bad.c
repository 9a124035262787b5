// An array of variable length has no values of its own, and what alloca gives has none either.
//@ verdict: FALSE(memory)
//@ line: 9
//@ says: uninitialised
int __VERIFIER_nondet_bool(void);

static int last(int n) {
  int values[n];
  for (int i = 0; i < n - 1; i++) values[i] = 1; if (values[n - 1] == 1) return 1;
  return 0;
}

int main(void) {
  return last(__VERIFIER_nondet_bool() ? 2 : 3) > 1;
}
