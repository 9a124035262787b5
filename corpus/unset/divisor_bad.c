// A divisor that was never written; the dividend alone would not decide anything.
//@ verdict: FALSE(memory)
//@ line: 7
//@ says: `parts`, declared in line 6
int main(void) {
  int parts;
  int share = 12 / parts;
  (void)share;
  return 0;
}
