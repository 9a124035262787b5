// The remainder by zero, unsigned, in a compound assignment.
//@ verdict: FALSE(overflow)
//@ line: 7
//@ says: division by zero
int main(void) {
  unsigned char a = 7, b = 0;
  a %= b;
  return a;
}
