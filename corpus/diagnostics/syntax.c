// A missing semicolon.
//@ verdict: UNKNOWN(input)
//@ error: C0201
//@ line: 7
int main(void) {
  int x = 1
  return x;
}
