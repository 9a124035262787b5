// Elsewhere it is an overflow.
//@ verdict: FALSE(overflow)
//@ line: 7
//@ says: overflow[signed-overflow]: signed overflow
int main(void) {
  int hash = 2147483647;
  int next = hash + 1;
  hash += 1; // raddle: allow(signed-overflow)
  return next - hash;
}
