// break outside of a loop.
//@ verdict: UNKNOWN(input)
//@ error: C0312
//@ line: 7
int main(void) {
  if (1)
    break;
  return 0;
}
