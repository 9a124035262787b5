// A floating literal, even if the value is an int in the end.
//@ verdict: UNKNOWN(input)
//@ error: C0401
//@ line: 6
int main(void) {
  int x = 2.5 * 2;
  return x;
}
