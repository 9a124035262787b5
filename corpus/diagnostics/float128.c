// Floating point with more bits than long double is computed with.
//@ verdict: UNKNOWN(input)
//@ error: C0401
//@ line: 6
int main(void) {
  _Float128 wide = 3;
  return wide > 1;
}
