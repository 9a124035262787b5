// reach_error is the error, whatever body the program gives it.
//@ verdict: FALSE(reach)
//@ line: 12
//@ says: reach_error called
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 0) {
    reach_error();
    abort();
  }
  return 0;
}
