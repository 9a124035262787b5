// A brace that is never closed: the error is where the text ends, behind the last line.
//@ verdict: UNKNOWN(input)
//@ error: C0201
//@ line: 10
int main(void) {
  if (1) {
    return 0;
  return 1;
}
