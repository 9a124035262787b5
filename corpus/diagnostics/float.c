// Floating point is not supported yet.
//@ verdict: UNKNOWN(input)
//@ error: C0401
//@ line: 7
int main(void) {
  int sum = 3;
  float average = sum / 2;
  return average > 1;
}
