// A call of a function that nothing declares: probably a typing error.
//@ verdict: UNKNOWN(input)
//@ error: C0412
//@ line: 9
//@ says: incrment
static int increment(int x) { return x + 1; }

int main(void) {
  return incrment(0);
}
