// Assigning to something that is no object.
//@ verdict: UNKNOWN(input)
//@ error: C0304
//@ line: 7
int main(void) {
  int a = 1, b = 2;
  (a + b) = 3;
  return a;
}
