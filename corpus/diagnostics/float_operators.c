// Bits and remainders are for integers.
//@ verdict: UNKNOWN(input)
//@ error: C0305
//@ line: 7
int main(void) {
  double x = 3.5;
  return x % 2;
}
