// A thread that is more than a call is not supported.
//@ verdict: UNKNOWN(input)
//@ error: C0413
//@ line: 7
int x;
int main(void) {
  __CPROVER_ASYNC_1: { x = 1; }
  return 0;
}
