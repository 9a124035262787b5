// goto a label that is not there.
//@ verdict: UNKNOWN(input)
//@ error: C0311
//@ line: 6
int main(void) {
  goto finish;
  return 0;
}
