// The sibling of union_good.c that writes one byte and tests all.
//@ verdict: FALSE(memory)
//@ line: 13
//@ says: `it`, declared in line 11
union word {
  unsigned whole;
  unsigned char bytes[4];
};

int main(void) {
  union word it;
  it.bytes[0] = 7;
  if (it.whole > 7) return 1;
  return 0;
}
