// A shift by the width of the type.
//@ verdict: FALSE(overflow)
//@ line: 8
//@ says: shift
int main(void) {
  unsigned x = 1;
  for (int i = 30; i <= 32; i++)
    x = 1u << i;
  return x;
}
