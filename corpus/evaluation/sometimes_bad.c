//@ verdict: FALSE(memory)
//@ line: 5
_Bool __VERIFIER_nondet_bool(void);
int main(void) {
  int i = 1, sum = (__VERIFIER_nondet_bool() && i++) + i;
  return sum;
}
