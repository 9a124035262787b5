// The end of a function is reached without a return, and its result is used.
//@ verdict: FALSE(memory)
//@ line: 12
//@ says: the result of `sign`, whose end is reached without `return`
static int sign(int number) {
  if (number > 0) return 1;
  if (number < 0) return -1;
}

int main(void) {
  int found = sign(0);
  if (found == 1) return 1;
  return 0;
}
