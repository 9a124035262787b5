// A thread that would share locals with the function around it is not supported.
//@ verdict: UNKNOWN(input)
//@ error: C0413
//@ line: 7
int main(void) {
  int x = 0;
  __CPROVER_ASYNC_1: { x = 1; }
  return x;
}
