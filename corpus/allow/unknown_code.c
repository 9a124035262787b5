// Nor can what has no such name.
//@ verdict: UNKNOWN(input)
//@ error: C0319
//@ line: 6
int main(void) {
  // raddle: allow(unsequenecd)
  return 0;
}
