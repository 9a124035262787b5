// unsigned short is promoted to int, and 65535 * 65535 does not fit into an int.
//@ verdict: FALSE(overflow)
//@ line: 7
//@ says: signed overflow
int main(void) {
  unsigned short a = 65535;
  unsigned product = a * a;
  return product == 0;
}
