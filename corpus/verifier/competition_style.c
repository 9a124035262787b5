// Assertions as competitions write them, with a body of their own that calls reach_error.
//@ verdict: FALSE(reach)
//@ line: 19
//@ says: y == 2
extern void abort(void);
void assume_abort_if_not(int cond) {
  if (!cond) { abort(); }
}
void reach_error() { ; }
void __VERIFIER_assert(int cond) {
  if (!(cond)) { ERROR: { reach_error(); abort(); } }
}
extern unsigned char __VERIFIER_nondet_uchar();

int main() {
  unsigned char x = __VERIFIER_nondet_uchar();
  assume_abort_if_not(x < 2);
  int y = x + 1;
  __VERIFIER_assert(y == 2);
  return 0;
}
