// A function inside of a function.
//@ verdict: UNKNOWN(input)
//@ error: C0410
//@ line: 6
int main(void) {
  int twice(int x) { return 2 * x; }
  return twice(0);
}
