// It is no mistake to reach the end if nobody uses the result.
//@ verdict: TRUE
static int sign(int number) {
  if (number > 0) return 1;
  if (number < 0) return -1;
}

int main(void) {
  sign(0);
  int unused = sign(0);
  if (sign(-3) == 1) return 1;
  return 0;
}
